import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { active, decideAtOnce, reportedMemes, withRole, workThroughReports } from './moderators.ts'
import { signInAs } from './people.ts'
import { test } from './small-site.ts'
import { speedUpToasts } from './toasts.ts'

test.use({ expectedErrors: [/status of 409/] })

test('a moderator works through 48 reports by keyboard, undoes a decision, and shares the desk with another', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(240_000)
  await test.step('48 reports', () => workThroughReports(page, app))
  await test.step('two moderators decide at once', () => decideAtOnce(page, app, browser))
})

test('a moderator suspends an uploader by keyboard and undoes it in time, and an admin manages a member', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000)
  await test.step('suspend and undo by keyboard', async () => {
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

    // The offer disappears after ten seconds, and the server refuses five seconds later, as its own tests check.
    const speedUp = await speedUpToasts(page)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await speedUp.stop()
    await page.route('**/api/moderation/decisions/*/undo', (route) =>
      route.fulfill({
        status: 409,
        json: { success: false, code: 'moderation.undoExpired', message: 'This decision can no longer be undone.' },
      }),
    )
    await page.keyboard.press('u')
    await expect(page.getByText('This decision can no longer be undone.')).toBeVisible()
    await expect(suspended).toBeVisible()
  })
  await test.step('an admin suspends, lifts and deletes', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
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
    await expect(page.getByRole('heading', { name: 'No one found' })).toBeVisible()
  })
})
