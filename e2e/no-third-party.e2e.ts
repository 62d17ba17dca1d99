import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { paths } from '#web/lib/paths.ts'
import reportEn from '#web/locales/en/report.json' with { type: 'json' }
import { signInAs, uploadMeme } from './people.ts'

type Screen = keyof typeof paths

/** URLs of every screen of the client. A screen added to `paths` must be added here too. */
function addresses(memeId: string, username: string): string[] {
  const screens: Record<Screen, string[]> = {
    home: [paths.home],
    login: [paths.login],
    register: [paths.register],
    forgotPassword: [paths.forgotPassword],
    account: ['profile', 'password', 'preferences', 'followers', 'following', 'hidden'].map((tab) =>
      paths.account(tab),
    ),
    notifications: [paths.notifications],
    verifyEmail: [paths.verifyEmail('somebody@example.com')],
    unsubscribe: [`${paths.unsubscribe}?token=broken`],
    search: [paths.search('meme')],
    meme: [paths.meme(memeId)],
    memeModal: [paths.memeModal(memeId)],
    tag: [paths.tag('nothing')],
    privacyPolicy: [paths.privacyPolicy],
    termsOfService: [paths.termsOfService],
    rules: [paths.rules],
    dataDeletionGuide: [paths.dataDeletionGuide],
    myMemes: ['frequent', 'uploadedByMe', 'album'].map((tab) => `${paths.myMemes}?tab=${tab}`),
    history: [paths.history()],
    trending: [paths.trending()],
    trendingUsers: [paths.trendingUsers()],
    templates: [paths.templates],
    template: [paths.template(memeId)],
    album: [paths.album(memeId)],
    create: [paths.create(), paths.create({ meme: memeId })],
    bulkUpload: [paths.bulkUpload],
    bulkProgress: [paths.bulkProgress(memeId)],
    user: [paths.user(username)],
    moderation: [paths.moderation],
    admin: [paths.admin],
    serverError: [paths.serverError],
  }
  return [...Object.values(screens).flat(), '/nowhere', '/api/docs']
}

interface Seen {
  /** Requests to any other origin. */
  elsewhere: string[]
  /** Requests blocked by the page's content security policy. */
  forbidden: string[]
}

async function watch(context: BrowserContext, origin: string): Promise<Seen> {
  const seen: Seen = { elsewhere: [], forbidden: [] }
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) seen.elsewhere.push(request.url())
  })
  await context.exposeFunction('onForbidden', (what: string) => seen.forbidden.push(what))
  await context.addInitScript(() => {
    const { onForbidden } = window as unknown as { onForbidden: (what: string) => void }
    addEventListener('securitypolicyviolation', (event) =>
      onForbidden(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`),
    )
  })
  return seen
}

async function visitAll(page: Page, member: Session, memeId: string): Promise<void> {
  for (const address of addresses(memeId, member.username)) {
    await page.goto(address)
    // The API reference is one large script.
    await expect(page.locator('h1, h2, [role="dialog"]').first()).toBeAttached({ timeout: 30_000 })
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }
  await page.goto(paths.memeModal(memeId))
  await page.getByRole('dialog').locator('img').first().waitFor()
}

// Deliberately opened: members' pages as a visitor, and an upload and an unsubscribe link that do not exist.
test.use({ expectedErrors: [/40[0134]/] })

const CLAIM = 'no screen asks anybody but the site itself for anything, nor tries what its policy forbids'

test(`${CLAIM}: not for visitors`, async ({ page, app }) => {
  test.setTimeout(180_000)
  const author = await signUp(app)
  const meme = await uploadMeme(app, author, { name: 'A meme', description: 'with a #tag' })
  const seen = await watch(page.context(), new URL(app.url).origin)
  await visitAll(page, author, meme._id)
  await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByRole('dialog', { name: reportEn.title })).toBeVisible()
  await openUpload(page)
  expect(seen).toEqual({ elsewhere: [], forbidden: [] })
})

test(`${CLAIM}: not for members`, async ({ page, app }) => {
  test.setTimeout(180_000)
  const author = await signUp(app)
  const meme = await uploadMeme(app, author, { name: 'A meme', description: 'with a #tag' })
  const seen = await watch(page.context(), new URL(app.url).origin)
  await signInAs(page, author)
  await visitAll(page, author, meme._id)
  await openUpload(page)
  expect(seen).toEqual({ elsewhere: [], forbidden: [] })
})

async function openUpload(page: Page): Promise<void> {
  await page.goto(paths.home)
  await page.locator('header button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}
