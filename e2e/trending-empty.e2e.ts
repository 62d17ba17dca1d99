import { expect, test } from '#test/e2e-server.ts'

// A separate server without any activity, so nothing is trending.
test.use({ serverEnv: { DEMO: 'false', SITE_NAME: 'Nothing yet' } })

test('tabs on a small screen, in Vietnamese, with an empty state from the real API', async ({ page: tab }) => {
  await tab.setViewportSize({ width: 360, height: 740 })
  await tab.goto('/trending-users?lng=vi')
  await expect(tab.getByRole('heading', { name: 'Người nổi bật', exact: true })).toBeVisible()
  await expect(tab.getByText('Chưa có người nổi bật')).toBeVisible()
  await tab.getByRole('tab', { name: '1 tháng' }).click()
  await expect(tab).toHaveURL(/time=1m/)
  const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBe(0)
})
