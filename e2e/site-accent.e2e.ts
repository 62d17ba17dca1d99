import type { Page } from '@playwright/test'
import { cli } from '#test/cli.ts'
import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { paths } from '#web/lib/paths.ts'
import adminEn from '#web/locales/en/admin.json' with { type: 'json' }
import { signInAs } from './people.ts'

const OWN = '#1748c9'
const { settings } = adminEn

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())

test('a saved accent color applies to the open page and after a reload, and so does the default', async ({
  page,
  app,
}) => {
  const admin = await signUp(app)
  const { code, err } = await cli({ DATA_DIR: app.dataDir }, 'user', 'role', admin.username, 'admin')
  expect([code, err]).toEqual([0, ''])
  await signInAs(page, { ...admin, role: 'admin' })
  await page.goto(`${paths.admin}?tab=settings`)
  const field = page.getByLabel(settings.accentColor, { exact: true })
  await expect(field).toHaveValue('')
  const standard = await accentOf(page)
  expect(standard).not.toBe(OWN)
  const save = () => page.getByRole('button', { name: `${settings.save} ${settings.site}` }).click()

  await field.fill(OWN)
  await save()
  await expect.poll(() => accentOf(page)).toBe(OWN)
  await page.reload()
  await expect(field).toHaveValue(OWN)
  await expect.poll(() => accentOf(page)).toBe(OWN)

  // This time the page was served with the color as a style sheet.
  await page.getByRole('button', { name: settings.productColor }).click()
  await save()
  await expect.poll(() => accentOf(page)).toBe(standard)
  await page.reload()
  await expect(field).toHaveValue('')
  await expect.poll(() => accentOf(page)).toBe(standard)
})
