// Every screen in both languages and themes at four widths: `npm run screenshots [FOLDER]`, a folder outside the
// repository by default. Writes docs/screenshot.png, the home page for the README, as well.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { ensureInstalled, ensureWebBuilt, root, runScript } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'

const WIDTHS = [360, 768, 1280, 1920]
const HEIGHTS = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 }
const THEMES = ['light', 'dark']
const LANGUAGES = ['en', 'vi']
const DEMO_MEMES_WANTED = 60
const SETTLE_MS = 900

/** @typedef {{ url: string, dataDir: string }} App */
/** @typedef {{ name: string, path: string, member?: boolean, act?: (page: import('playwright-core').Page) => Promise<void> }} Screen */

/**
 * @param {App} app
 * @param {string} path
 * @param {unknown} body
 * @param {string} [token]
 */
async function post(app, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const answer = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return /** @type {Promise<any>} */ (answer.json())
}

/** @param {App} app */
async function feedMemes(app) {
  const answer = await fetch(`${app.url}/api/recommendation-feed?limit=100`)
  const { data } = /** @type {any} */ (await answer.json())
  return data.recommendations
}

/** Somebody with an album and likes. @param {App} app @param {{ _id: string }[]} memes */
async function signUp(app, memes) {
  const person = { email: 'linh@example.com', username: 'linh.ve.meme', password: 'only for pictures' }
  await post(app, '/auth/register', person)
  await post(app, '/auth/verify-email', { email: person.email, code: await codeFor(app, person.email) })
  const { data } = await post(app, '/auth/login', person)
  const { authentication, ...user } = data
  for (const { _id } of memes.slice(0, 14)) {
    for (const action of ['like', 'add-to-album']) {
      await post(app, '/user-action', { memeId: _id, action, active: true }, authentication.token)
    }
  }
  return { user, token: authentication.token }
}

/** @param {App} app @param {string} email */
async function codeFor(app, email) {
  const outbox = join(app.dataDir, 'outbox')
  for (let waited = 0; waited < 200; waited += 1) {
    // The first mail makes the folder.
    const files = existsSync(outbox) ? readdirSync(outbox) : []
    for (const name of files.filter((file) => file.endsWith('.eml'))) {
      const mail = readFileSync(join(outbox, name), 'utf8')
      const code = mail.includes(email) ? /^Subject: .*?(\d{6})/m.exec(mail)?.[1] : undefined
      if (code) return code
    }
    await sleep(50)
  }
  throw new Error(`no code for ${email}`)
}

/** @param {{ _id: string, creator: { username: string } | null }[]} memes @returns {Screen[]} */
function screens(memes) {
  const meme = memes.find(({ creator }) => creator)
  const view = `view=${meme?._id}`
  return [
    { name: 'home', path: '/' },
    { name: 'search', path: '/?search=cat' },
    { name: 'search-empty', path: '/?search=qzxqzx' },
    { name: 'meme', path: `/?${view}` },
    { name: 'meme-missing', path: '/?view=none' },
    { name: 'profile', path: `/user/${meme?.creator?.username}` },
    { name: 'trending', path: '/trending' },
    { name: 'trending-users', path: '/trending-users' },
    { name: 'login', path: '/login' },
    { name: 'register', path: '/register' },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'verify-email', path: '/verify-email?email=linh%40example.com' },
    { name: 'privacy-policy', path: '/privacy-policy' },
    { name: 'terms-of-service', path: '/terms-of-service' },
    { name: 'data-deletion-guide', path: '/data-deletion-guide' },
    { name: 'not-found', path: '/nothing-here' },
    { name: 'server-error', path: '/sever-error' },
    { name: 'login-prompt', path: '/my-meme' },
    { name: 'upload-visitor', path: '/', act: (page) => page.locator('header button').first().click() },
    { name: 'home-member', path: '/', member: true },
    { name: 'meme-member', path: `/?${view}`, member: true },
    { name: 'my-meme-frequent', path: '/my-meme', member: true },
    { name: 'my-meme-uploaded', path: '/my-meme?tab=uploadedByMe', member: true },
    { name: 'my-meme-album', path: '/my-meme?tab=album', member: true },
    { name: 'account', path: '/account', member: true },
    { name: 'bulk-upload', path: '/bulk-upload', member: true },
    { name: 'upload', path: '/', member: true, act: (page) => page.locator('header button').first().click() },
    { name: 'shortcuts', path: '/', member: true, act: (page) => page.keyboard.press('?') },
  ]
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {App} app
 * @param {{ width: number, theme: string, language: string, member: { user: any, token: string } | null }} look
 */
async function openPage(browser, app, { width, theme, language, member }) {
  const height = HEIGHTS[/** @type {keyof typeof HEIGHTS} */ (width)]
  const context = await browser.newContext({ baseURL: app.url, viewport: { width, height } })
  const user = member && { ...member.user, preferences: { ...member.user.preferences, contentLanguage: language } }
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { theme, i18nextLng: language, ...(user ? { token: member.token, authen: JSON.stringify(user) } : {}) },
  )
  return context.newPage()
}

/** @param {string} folder */
async function take(folder) {
  const { startApp } = await import('../test/app-process.ts')
  const app = await startApp({ DEMO: 'true', OCR: 'off' })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  try {
    let memes = await feedMemes(app)
    while (memes.length < DEMO_MEMES_WANTED) {
      await sleep(1000)
      memes = await feedMemes(app)
    }
    const member = await signUp(app, memes)
    const wanted = screens(memes).filter(({ name }) => (process.env.SCREENS ?? name).split(',').includes(name))
    for (const width of WIDTHS) {
      for (const theme of THEMES) {
        for (const language of LANGUAGES) {
          for (const who of [null, member]) {
            const page = await openPage(browser, app, { width, theme, language, member: who })
            for (const { name, path, act } of wanted.filter((screen) => Boolean(screen.member) === (who !== null))) {
              await page.goto(path)
              await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
              await act?.(page)
              await sleep(SETTLE_MS)
              await page.screenshot({ path: join(folder, `${name}-${width}-${theme}-${language}.png`) })
              const isForReadme = name === 'home' && width === 1280 && theme === 'light' && language === 'en'
              if (isForReadme) await page.screenshot({ path: join(root, 'docs', 'screenshot.png') })
            }
            await page.context().close()
          }
        }
      }
    }
  } finally {
    await browser.close()
    await app.stop()
  }
}

await runScript(async () => {
  ensureInstalled()
  ensureWebBuilt()
  const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'memeroom-screenshots-'))

  mkdirSync(folder, { recursive: true })
  await take(folder)
  console.log(`screenshots: ${folder}`)
  return 0
})
