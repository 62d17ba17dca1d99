import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { expect } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { post, signInAs, uploadMeme } from './people.ts'

/** More than the desk loads at once. */
const MEMES = 24
const REPORTERS = 2
const REASONS = ['spam', 'hate', 'sexual', 'other'] as const

export async function withRole(app: AppProcess, role: 'moderator' | 'admin'): Promise<Session> {
  const member = await signUp(app)
  const { code, err } = await cli(app.environment, 'user', 'role', member.username, role)
  if (code !== 0) throw new Error(err)
  return { ...member, role }
}

export async function reportedMemes(
  app: AppProcess,
  uploader: Session,
  reporters: Session[],
  count: number,
): Promise<void> {
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

export const active = (page: Page) => page.locator('article[aria-current="true"]')

/** Waits until the item is gone, so the decision was sent and the list moved on. */
async function decided(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0)
}

async function nameOfActive(page: Page): Promise<string> {
  return (await active(page).getAttribute('aria-label')) ?? ''
}

/** Handles 48 reports of 24 memes with only the keyboard, the last four memes at once; undoes one decision. */
export async function workThroughReports(page: Page, app: AppProcess): Promise<void> {
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
  await expect(active(page)).toBeFocused()
  await page.keyboard.press('u')
  await expect(page.getByRole('article', { name: first, exact: true })).toBeVisible()
  await expect(active(page)).toBeFocused()

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

  // Selects the last four at once.
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
}

/** Two moderators press the same key at the same moment. */
export async function decideAtOnce(page: Page, app: AppProcess, browser: Browser): Promise<void> {
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
  const conflictNotice = (desk: Page) => desk.getByText('Another moderator has already handled this.').waitFor()
  await Promise.any([conflictNotice(page), conflictNotice(other)])
  const log = await fetch(`${app.url}/api/moderation/log?limit=10`, {
    headers: { authorization: `Bearer ${anna.authentication.token}` },
  })
  const { data } = (await log.json()) as { data: { targetName: string }[] }
  expect(data.filter(({ targetName }) => targetName === before)).toHaveLength(1)
  await other.close()
}
