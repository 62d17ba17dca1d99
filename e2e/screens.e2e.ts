import type { Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { expect, test } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import { paths } from '#web/lib/paths.ts'
import bulkVi from '#web/locales/vi/bulk.json' with { type: 'json' }
import tagsVi from '#web/locales/vi/tags.json' with { type: 'json' }
import { BULK_STATES, showBulkState } from './bulk.ts'
import { TEXTS } from './members.ts'
import { post, setMemberLanguage, signInAs, uploadMeme } from './people.ts'
import { axeViolations, layoutFaults, settled, TOAST_WIDTHS, watchPolicy } from './screen-checks.ts'

/* Every screen is opened once by a visitor and once by a member, where it differs. Each time: axe finds nothing in both themes, the
   page does not scroll sideways at any width, every control can be clicked while a toast is shown, and the page requests nothing from
   other sites and violates no policy. */

type Screen = keyof typeof paths
type Visit = [path: string, act?: (page: Page) => Promise<unknown>, name?: string]

test.use({ expectedErrors: [/40[0134]|Failed to load resource|ERR_/] })

/** The addresses of every screen. A screen added to `paths` must be added here too. */
function addresses(memeId: string, username: string): Record<Screen, { visitor?: string[]; member?: string[] }> {
  const both = (...all: string[]) => ({ visitor: all, member: all })
  const visitor = (...all: string[]) => ({ visitor: all })
  const member = (...all: string[]) => ({ member: all })
  return {
    home: both(paths.home),
    login: visitor(paths.login),
    register: visitor(paths.register),
    forgotPassword: visitor(paths.forgotPassword),
    me: both(paths.me),
    account: member(
      ...['profile', 'password', 'preferences', 'followers', 'following', 'hidden'].map((tab) => paths.account(tab)),
    ),
    notifications: member(paths.notifications),
    verifyEmail: visitor(paths.verifyEmail(), paths.verifyEmail('mia@example.com')),
    unsubscribe: visitor(paths.unsubscribe, `${paths.unsubscribe}?token=broken`),
    search: both(paths.search('meme'), paths.search('nothing-like-it')),
    meme: both(paths.meme(memeId)),
    memeModal: both(paths.memeModal(memeId)),
    tag: both(paths.tag('hashtag')),
    privacyPolicy: both(paths.privacyPolicy),
    termsOfService: both(paths.termsOfService),
    rules: both(paths.rules),
    about: both(paths.about),
    dataDeletionGuide: both(paths.dataDeletionGuide),
    // Visitors see the same login prompt on all pages for members.
    myMemes: {
      visitor: [paths.myMemes],
      member: ['frequent', 'uploadedByMe', 'album'].map((tab) => `${paths.myMemes}?tab=${tab}`),
    },
    removedMeme: member(paths.removedMeme(memeId)),
    appeal: member(paths.appeal(memeId)),
    history: member(paths.history()),
    savedSearches: member(paths.savedSearches),
    trending: both(paths.trending()),
    trendingUsers: both(paths.trendingUsers()),
    templates: both(paths.templates),
    template: visitor(paths.template(memeId)),
    album: visitor(paths.album(memeId)),
    create: both(paths.create(), paths.create({ meme: memeId })),
    bulkUpload: member(paths.bulkUpload),
    bulkProgress: member(paths.bulkProgress(memeId)),
    user: both(paths.user(username), paths.user('no-member-has-this-name')),
    moderation: member(
      ...['reports', 'queue', 'words', 'appeals', 'templates', 'invites', 'log'].map(
        (tab) => `${paths.moderation}?tab=${tab}`,
      ),
    ),
    admin: member(
      ...['settings', 'people', 'numbers', 'storage', 'networks', 'webhooks'].map((tab) => `${paths.admin}?tab=${tab}`),
    ),
    adminClaim: both(paths.adminClaim),
    connectExtension: both(paths.connectExtension),
    serverError: visitor(paths.serverError),
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()

/** Opens each screen, runs the checks, and returns the failures. */
async function checkScreens(page: Page, visits: readonly Visit[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [path, act, name = path] of visits) {
    await page.goto(path)
    await page.locator('main :is(h1, h2, article), [role="dialog"]').first().waitFor({ state: 'attached' })
    await settled(page)
    await act?.(page)
    wrong.push(...(await axeViolations(page, name)))
    wrong.push(...(await layoutFaults(page, name, act ? TOAST_WIDTHS : undefined)))
  }
  return wrong
}

async function openApiReference(page: Page): Promise<void> {
  await page.goto('/api/docs')
  // The API reference is one large script.
  await expect(page.locator('h1, h2').first()).toBeAttached({ timeout: 30_000 })
}

async function prepare(page: Page, app: AppProcess, language: 'en' | 'vi') {
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language)
  const member = await setMemberLanguage(app, await signUp(app), language)
  // A name that can only break within a word.
  const meme = await uploadMeme(app, member, {
    name: `A meme ${'withoutagap'.repeat(7)}`,
    description: 'with a #hashtag',
  })
  const foreign = await watchPolicy(page.context(), new URL(app.url).origin)
  return { member, meme, foreign }
}

test('every screen that visitors see is accessible, fits all widths and obeys its policy, in English', async ({
  page,
  app,
}) => {
  test.setTimeout(600_000)
  const { common } = TEXTS.en
  const { member, meme, foreign } = await prepare(page, app, 'en')
  const listed = Object.values(addresses(meme._id, member.username)).flatMap(({ visitor = [] }) => visitor)
  const wrong = await checkScreens(page, [
    ...listed.map((path): Visit => [path]),
    ['/nowhere'],
    ['/?view=none', (on) => dialogOf(on).waitFor(), 'the modal of no meme'],
    ['/', press(common.nav.upload), 'quick upload, blurred'],
    ['/', press(common.nav.account), 'the account menu of visitors'],
    ['/login', (on) => on.locator('form [type=submit]').click(), 'a login with errors'],
    [
      paths.forgotPassword,
      async (on) => {
        await on.getByRole('textbox').fill('mia@example.com')
        await on.locator('form [type=submit]').click()
        await on.getByRole('textbox').nth(5).waitFor()
      },
      'the code of a forgotten password',
    ],
  ])
  await openApiReference(page)
  expect({ wrong, foreign }).toEqual({ wrong: [], foreign: [] })
})

test('every screen that members see is accessible, fits all widths and obeys its policy, in Vietnamese', async ({
  page,
  app,
}) => {
  test.setTimeout(600_000)
  const { common, account } = TEXTS.vi
  const { member, meme, foreign } = await prepare(page, app, 'vi')
  await post(app, `/users/${member.username}/follow`, {}, (await signUp(app)).authentication.token)
  const other = await uploadMeme(app, await signUp(app), { name: 'Another' })
  await post(app, `/meme/${other._id}/wrong-words`, { readText: '' })
  await post(app, '/users/me/searches', { q: 'meme' }, member.authentication.token)
  await cli(app.environment, 'user', 'role', member.username, 'admin')
  await signInAs(page, { ...member, role: 'admin' })
  const chosen = { name: 'a.png', mimeType: 'image/png', buffer: await randomPicture('axe') }
  const listed = Object.values(addresses(meme._id, member.username)).flatMap(({ member: own = [] }) => own)
  const wrong = await checkScreens(page, [
    ...listed.map((path): Visit => [path]),
    ['/', (on) => on.keyboard.press('?'), 'the list of keys'],
    ['/', press(common.nav.upload), 'quick upload'],
    ['/', press(common.nav.account), 'the account menu'],
    ['/', press(common.nav.explore), 'the explore menu'],
    [
      paths.memeModal(other._id),
      async (on) => {
        const report = on.getByRole('button').filter({ has: on.locator('.lucide-flag') })
        await dialogOf(on).locator(report).click()
        await on.getByRole('radio').first().waitFor()
      },
      'the report dialog',
    ],
    [
      paths.bulkUpload,
      (on) => on.locator('main input[type=file]').first().setInputFiles(chosen),
      'chosen pictures in bulk upload',
    ],
    [paths.account('preferences'), press(account.delete.submit), 'deleting the account'],
    [paths.tag('hashtag'), press(tagsVi.join), 'joining tags'],
    [
      paths.user(member.username),
      async (on) => {
        await on.locator('main li button').first().click()
        await dialogOf(on).waitFor()
      },
      'the followers modal',
    ],
  ])
  await page.goto(paths.bulkUpload)
  await page.getByRole('button', { name: bulkVi.clearAll }).click()
  for (const state of BULK_STATES) {
    await showBulkState(page, state, bulkVi)
    wrong.push(...(await axeViolations(page, `bulk upload, ${state}`)))
  }
  expect({ wrong, foreign }).toEqual({ wrong: [], foreign: [] })
})
