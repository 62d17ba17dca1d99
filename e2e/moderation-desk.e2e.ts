import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { expect, test } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { post, signInAs, uploadMeme } from './people.ts'

const MEMES = 50
const REPORTERS = 4
const REASONS = ['spam', 'hate', 'sexual', 'other'] as const

test.use({ serverEnv: { RATE_LIMITS: 'off', OCR: 'off' } })

async function withRole(app: AppProcess, role: 'moderator' | 'admin'): Promise<Session> {
  const member = await signUp(app)
  const { code, err } = await cli({ DATA_DIR: app.dataDir }, 'user', 'role', member.username, role)
  if (code !== 0) throw new Error(err)
  return { ...member, role }
}

async function reportedMemes(app: AppProcess, uploader: Session, reporters: Session[], count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const meme = await uploadMeme(app, uploader, { name: `Reported ${index} ${randomUUID()}`, width: 120, height: 90 })
    for (const [at, reporter] of reporters.entries())
      await post(
        app,
        `/meme/${meme._id}/report`,
        { reason: REASONS[at % REASONS.length], note: at === 0 ? 'Please look at this' : '' },
        reporter.authentication.token,
      )
  }
}

const active = (page: Page) => page.locator('article[aria-current="true"]')

/** Its item is gone, so the decision was sent and the list went on. */
async function decided(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0)
}

async function nameOfActive(page: Page): Promise<string> {
  return (await active(page).getAttribute('aria-label')) ?? ''
}

test('a moderator works through 200 reports with the keyboard alone, and undoes a decision', async ({ page, app }) => {
  test.setTimeout(240_000)
  const [moderator, uploader] = [await withRole(app, 'moderator'), await signUp(app)]
  const reporters: Session[] = []
  for (let index = 0; index < REPORTERS; index += 1) reporters.push(await signUp(app))
  await reportedMemes(app, uploader, reporters, MEMES)
  await signInAs(page, moderator)
  await page.goto('/moderation')

  await expect(active(page)).toContainText('Please look at this')
  await page.keyboard.press('j')
  const second = await nameOfActive(page)
  await page.keyboard.press('k')
  const first = await nameOfActive(page)
  expect(first).not.toBe(second)

  await page.keyboard.press('a')
  await decided(page, first)
  await page.keyboard.press('u')
  await expect(page.getByRole('article', { name: first, exact: true })).toBeVisible()

  for (let index = 0; index < MEMES - 4; index += 1) {
    const name = await nameOfActive(page)
    if (index % 5 === 0) {
      await page.keyboard.press('r')
      await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
      await page.keyboard.type('Spam')
      await page.keyboard.press('Control+Enter')
    } else await page.keyboard.press('a')
    await decided(page, name)
  }

  // The last four at once.
  await expect(page.getByRole('article')).toHaveCount(4)
  for (let index = 0; index < 4; index += 1) {
    await page.keyboard.press('x')
    await page.keyboard.press('j')
  }
  await expect(page.getByRole('toolbar', { name: 'Selected memes' })).toContainText('4 selected')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()

  await page.goto('/moderation')
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 409/] })

  test('of two moderators who decide about one meme at once, the second is told', async ({ page, app, browser }) => {
    const [anna, bao] = [await withRole(app, 'moderator'), await withRole(app, 'moderator')]
    await reportedMemes(app, await signUp(app), [await signUp(app)], 1)
    const other = await browser.newPage({ baseURL: app.url })
    await signInAs(page, anna)
    await signInAs(other, bao)
    await Promise.all([page.goto('/moderation'), other.goto('/moderation')])
    await expect(active(page)).toBeVisible()
    await expect(active(other)).toBeVisible()
    const before = await nameOfActive(page)
    await Promise.all([page.keyboard.press('a'), other.keyboard.press('a')])
    await decided(page, before)
    await decided(other, before)
    const told = (desk: Page) => desk.getByText('Another moderator has decided this already.').waitFor()
    await Promise.any([told(page), told(other)])
    const log = await fetch(`${app.url}/api/moderation/log?limit=10`, {
      headers: { authorization: `Bearer ${anna.authentication.token}` },
    })
    const { data } = (await log.json()) as { data: { targetName: string }[] }
    expect(data.filter(({ targetName }) => targetName === before)).toHaveLength(1)
    await other.close()
  })
})

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

    // The offer is gone after ten seconds; the server gives five more for a press on its way.
    const began = Date.now()
    await expect.poll(() => Date.now() - began, { timeout: 30_000 }).toBeGreaterThan(16_000)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
    await page.keyboard.press('u')
    await expect(page.getByText('This decision can no longer be undone.')).toBeVisible()
    await expect(suspended).toBeVisible()
  })
})
