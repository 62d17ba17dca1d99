import { expect, test } from '#test/e2e-server.ts'
import { createMember } from '#test/sign-up.ts'
import { openAs, TEXTS } from './members.ts'

test.use({ expectedErrors: [/40[013]/] })

test('what needs a fresh proof asks for the password, then goes on by itself', async ({ page, app }) => {
  const member = await createMember(app)
  await openAs(page, app, member, '/account?tab=preferences')
  const { account } = TEXTS.en
  // Responds as the server does to a session without fresh proof.
  let refusals = 0
  await page.route('**/api/users/me/export', async (route) => {
    if (route.request().method() !== 'POST' || refusals > 0) return route.continue()
    refusals += 1
    const json = { success: false, code: 'auth.confirmFirst', message: 'Confirm first', method: 'password' }
    await route.fulfill({ status: 403, json })
  })
  await page.getByRole('button', { name: account.export.submit }).click()
  const dialog = page.getByRole('dialog', { name: account.confirm.title })
  await dialog.getByLabel(account.change.current).fill('not this one')
  await dialog.getByRole('button', { name: account.confirm.submit }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel(account.change.current).fill(member.password)
  await dialog.getByRole('button', { name: account.confirm.submit }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: account.export.download })).toBeVisible({ timeout: 20_000 })
  expect(refusals).toBe(1)
})
