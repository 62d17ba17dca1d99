import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import type { AppProcess } from '#test/app-process.ts'
import { expect, test } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { TEXTS } from './members.ts'
import { post, signInAs, speaking, uploadMeme } from './people.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const THEMES = ['light', 'dark'] as const

/** The menu library adds hidden focus guards at the edges, which axe reports. */
const NOT_ASKED = { exclude: [['[data-base-ui-focus-guard]']] }

/** Waits until everything has loaded and faded in. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
}

/** Violations that axe finds in both themes, one line per rule; empty if there are none. */
async function violations(page: Page, name: string): Promise<string[]> {
  const lines: string[] = []
  await page.evaluate(axeSource)
  for (const theme of THEMES) {
    await page.evaluate((chosen) => {
      // Simulates a choice in another tab.
      localStorage.setItem('theme', chosen)
      dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    }, theme)
    await settled(page)
    const { violations: found } = await page.evaluate(
      (context) => (window as unknown as { axe: { run: (context: object) => Promise<AxeResults> } }).axe.run(context),
      NOT_ASKED,
    )
    for (const { id, nodes } of found) {
      lines.push(`${name}, ${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
    }
  }
  return lines
}

async function prepare(page: Page, member: Session | null, language: 'en' | 'vi'): Promise<void> {
  if (member) await signInAs(page, member)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language)
}

/** A member with memes, a follower, and a language for the screens. */
async function memberOf(app: AppProcess, language: 'en' | 'vi') {
  const member = await speaking(app, await signUp(app), language)
  const follower = await signUp(app)
  await post(app, `/users/${member.username}/follow`, {}, follower.authentication.token)
  return member
}

type Act = (page: Page) => Promise<unknown>

// A trace while axe runs is large and slow, and less informative than axe's list of violations.
test.use({ trace: 'off' })
test.use({ expectedErrors: [/40[04]/] })

test('axe finds nothing on any screen of members, in Vietnamese', async ({ page, app }) => {
  const { common, account } = TEXTS.vi
  test.setTimeout(240_000)
  const member = await memberOf(app, 'vi')
  const meme = await uploadMeme(app, member, { name: 'A meme', description: 'with a #hashtag' })
  const other = await uploadMeme(app, await signUp(app), { name: 'Another' })
  await prepare(page, member, 'vi')
  const chosen = { name: 'a.png', mimeType: 'image/png', buffer: await randomPicture('axe') }
  const dialog = page.getByRole('dialog').last()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const screens: [path: string, act?: Act, name?: string][] = [
    ['/'],
    ['/', (on) => on.keyboard.press('?'), 'the list of keys'],
    ['/', () => press(common.nav.upload), 'quick upload'],
    ['/', () => press(common.nav.account), 'the account menu'],
    ['/', () => press(common.nav.explore), 'the explore menu'],
    ['/?search=meme'],
    ['/?search=nothing-like-it'],
    [`/?view=${meme._id}`, () => dialog.waitFor(), 'the modal of an own meme'],
    [
      `/?view=${other._id}`,
      async () => {
        await dialog
          .getByRole('button')
          .filter({ has: page.locator('.lucide-flag') })
          .click()
        await page.getByRole('radio').first().waitFor()
      },
      'the report dialog',
    ],
    ['/my-meme'],
    ['/history'],
    ['/my-meme?tab=uploadedByMe'],
    ['/my-meme?tab=album'],
    ['/bulk-upload'],
    ['/bulk-upload', (on) => on.locator('main input[type=file]').first().setInputFiles(chosen), 'chosen pictures'],
    ['/trending'],
    ['/trending-users'],
    ['/account'],
    ['/account?tab=password'],
    ['/account?tab=preferences'],
    ['/account?tab=preferences', () => press(account.delete.submit), 'deleting the account'],
    ['/account?tab=followers'],
    ['/account?tab=following'],
    [`/user/${member.username}`],
    [
      `/user/${member.username}`,
      async (on) => {
        await on.locator('main li button').first().click()
        await dialog.waitFor()
      },
      'the followers modal',
    ],
  ]
  const wrong: string[] = []
  for (const [path, act, name = path] of screens) {
    await page.goto(path)
    await page.locator('main :is(h1, article)').first().waitFor({ state: 'attached' })
    await settled(page)
    await act?.(page)
    wrong.push(...(await violations(page, name)))
  }
  expect(wrong).toEqual([])
})

test('axe finds nothing on any screen of visitors, in English', async ({ page, app }) => {
  const { common } = TEXTS.en
  test.setTimeout(240_000)
  const meme = await uploadMeme(app, await signUp(app), { name: 'A meme' })
  await prepare(page, null, 'en')
  const dialog = page.getByRole('dialog').last()
  const screens: [path: string, act?: Act, name?: string][] = [
    ['/'],
    [`/?view=${meme._id}`, () => dialog.waitFor(), 'the modal'],
    ['/?view=none', () => dialog.waitFor(), 'the modal of no meme'],
    [
      '/',
      () => page.getByRole('button', { name: common.nav.upload, exact: true }).first().click(),
      'quick upload, blurred',
    ],
    [
      '/',
      () => page.getByRole('button', { name: common.nav.account, exact: true }).click(),
      'the account menu of visitors',
    ],
    ['/user/nobody-of-that-name'],
    ['/my-meme', () => dialog.waitFor(), 'the login prompt'],
    ['/login'],
    ['/login', (on) => on.locator('form [type=submit]').click(), 'a login with errors'],
    ['/register'],
    ['/forgot-password'],
    [
      '/forgot-password',
      async (on) => {
        await on.getByRole('textbox').fill('somebody@example.com')
        await on.locator('form [type=submit]').click()
        await on.getByRole('textbox').nth(5).waitFor()
      },
      'the code of a forgotten password',
    ],
    ['/verify-email'],
    ['/verify-email?email=somebody@example.com'],
    ['/unsubscribe'],
    ['/privacy-policy'],
    ['/terms-of-service'],
    ['/rules'],
    ['/data-deletion-guide'],
    ['/sever-error'],
    ['/nowhere'],
  ]
  const wrong: string[] = []
  for (const [path, act, name = path] of screens) {
    await page.goto(path)
    await page.locator('h1, [role="dialog"]').first().waitFor({ state: 'attached' })
    await settled(page)
    await act?.(page)
    wrong.push(...(await violations(page, name)))
  }
  expect(wrong).toEqual([])
})
