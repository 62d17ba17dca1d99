import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { active, reportedMemes, testModeratorsWork, withRole } from './moderators.ts'
import { signInAs } from './people.ts'

test.use({ serverEnv: { RATE_LIMITS: 'off', OCR: 'off' } })

testModeratorsWork()

test('an admin suspends a member, lifts it and deletes the account', async ({ page, app }) => {
  const [admin, member] = [await withRole(app, 'admin'), await signUp(app)]
  await signInAs(page, admin)
  await page.goto('/admin?tab=people')
  await page.getByRole('searchbox', { name: 'Name or email address' }).fill(member.username)
  const row = page.getByRole('listitem').filter({ hasText: `@${member.username}` })
  await expect(page.getByRole('list').getByText(`@${member.username}`)).toHaveCount(1)

  const decide = async (button: string, confirm = button) => {
    await row.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog).toContainText('Please give a reason')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Because of the test')
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog).toBeHidden()
  }
  await decide('Suspend')
  await expect(row).toContainText('Suspended: Because of the test')
  await decide('Lift the suspension')
  await expect(row).not.toContainText('Suspended:')
  await decide('Delete')
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible()
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 409/] })

  test('by keyboard a moderator suspends an uploader, and after the time for it nothing can be undone', async ({
    page,
    app,
  }) => {
    const [moderator, uploader] = [await withRole(app, 'moderator'), await signUp(app)]
    await reportedMemes(app, uploader, [await signUp(app)], 1)
    await signInAs(page, moderator)
    await page.goto('/moderation')
    await expect(active(page)).toBeVisible()
    const suspended = active(page).getByText('Suspended', { exact: true })

    const suspend = async () => {
      await page.keyboard.press('s')
      await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
      await page.keyboard.type('Rude again and again')
      await page.keyboard.press('Control+Enter')
      await expect(suspended).toBeVisible()
    }
    await suspend()
    await page.keyboard.press('u')
    await expect(suspended).toBeHidden()
    await suspend()

    // The offer disappears after ten seconds; the server allows five more for a press in flight.
    const began = Date.now()
    await expect.poll(() => Date.now() - began, { timeout: 30_000 }).toBeGreaterThan(16_000)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
    await page.keyboard.press('u')
    await expect(page.getByText('This decision can no longer be undone.')).toBeVisible()
    await expect(suspended).toBeVisible()
  })
})
