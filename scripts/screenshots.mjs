// Takes screenshots of every screen in both languages and themes at four widths: `npm run screenshots [FOLDER]`, by default a
// folder outside the repository. Also writes docs/screenshot.png, the home page for the README. SCREENS=home,meme limits it to
// those screens. Each screen is opened once per language; then width and theme change.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { ensureInstalled, ensureWebBuilt, root, runScript } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { ofAdmins, ofMembers, ofVisitors } from './screens/list.mjs'
import { drawOwnMemes, fillAdmin, fillAlbum, fillMember, speaking } from './screens/people.mjs'

const SIZES = [
  { width: 360, height: 740, touch: true },
  { width: 768, height: 1024, touch: true },
  { width: 1280, height: 800, touch: false },
  { width: 1920, height: 1080, touch: false },
]
const OPENED_AT = SIZES[2]
const THEMES = ['light', 'dark']
const LANGUAGES = readdirSync(new URL('../web/locales/', import.meta.url))
const DEMO_FILLED = 'demo content is in place'
const FILLING_SECONDS = 240
const SETTLE_MS = 6000
const README = { name: 'home', width: 1280, theme: 'light', language: 'en' }

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('../test/app-process.ts').AppProcess} App */
/** @typedef {import('./screens/list.mjs').Screen} Screen */
/** @typedef {import('./screens/people.mjs').Member} Member */

/** @param {App} app */
async function feed(app) {
  const answer = await fetch(`${app.url}/api/recommendation-feed?limit=100`)
  const { data } = /** @type {any} */ (await answer.json())
  return /** @type {import('./screens/list.mjs').Meme[]} */ (data.recommendations)
}

/** @param {App} app */
async function filled(app) {
  for (let waited = 0; waited < FILLING_SECONDS; waited += 1) {
    if (app.log().includes(DEMO_FILLED)) return
    await sleep(1000)
  }
  throw new Error(`the demo was not filled within ${FILLING_SECONDS} s`)
}

/** The template that most memes are made on, once there is one. @param {App} app */
async function firstTemplate(app) {
  for (let waited = 0; waited < FILLING_SECONDS; waited += 1) {
    const answer = await fetch(`${app.url}/api/templates?sort=all`)
    const { data } = /** @type {any} */ (await answer.json())
    if (data.length > 0) return /** @type {string} */ (data[0]._id)
    await sleep(1000)
  }
  throw new Error(`no templates within ${FILLING_SECONDS} s`)
}

/** The text of a key such as `common.nav.upload`. @param {string} language */
function textsOf(language) {
  return (/** @type {string} */ key) => {
    const [file = '', ...parts] = key.split('.')
    /** @type {any} */
    let text = JSON.parse(readFileSync(join(root, 'web', 'locales', language, `${file}.json`), 'utf8'))
    for (const part of parts) text = text?.[part]
    if (typeof text !== 'string') throw new Error(`no text ${key}`)
    return text
  }
}

/**
 * A new page with a language and a signed-in member. @param {Browser} browser @param {App} app @param {string} language @param
 * {Member | null} member
 */
async function openPage(browser, app, language, member) {
  const context = await browser.newContext({ baseURL: app.url, reducedMotion: 'reduce' })
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    {
      theme: 'light',
      i18nextLng: language,
      ...(member ? { token: member.token, authen: JSON.stringify(member.user) } : {}),
    },
  )
  return context.newPage()
}

/** Waits until lists, visible pictures, fonts and animations have finished loading. @param {Page} page */
async function settle(page) {
  const settled = `document.fonts.status === 'loaded' && !document.querySelector('main [aria-busy="true"]') &&
    [...document.querySelectorAll('img, [role="feed"] canvas')].every((picture) => {
      const { top, bottom } = picture.getBoundingClientRect()
      const isShown = picture.closest('[role="feed"]') ? picture.dataset.shown : picture.complete
      return isShown || top > innerHeight || bottom < 0
    }) &&
    document.getAnimations().every(({ playState, effect }) =>
      playState !== 'running' || effect?.getTiming().iterations === Infinity)`
  await page.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))')
  // Not with `waitForFunction`, which evaluates a string and so violates the content security policy.
  await page.evaluate(`new Promise((done) => {
    const until = performance.now() + ${SETTLE_MS}
    const look = () => (${settled}) || performance.now() > until ? done() : requestAnimationFrame(look)
    look()
  })`)
}

/**
 * One screen at every width and theme. @param {Page} page @param {string} language @param {Screen} screen @param {string}
 * folder
 */
async function takeScreen(page, language, { name, path, act, each }, folder) {
  if (OPENED_AT) await page.setViewportSize(OPENED_AT)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await page.goto(path)
  await page.locator('h1, [role=dialog], [role=alert]').first().waitFor({ state: 'attached' })
  await settle(page)
  await act?.(page, textsOf(language))
  await page.mouse.move(0, 0)
  for (const { width, height, touch } of SIZES) {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: touch })
    await page.setViewportSize({ width, height })
    for (const theme of THEMES) {
      // As if it was changed in another tab.
      await page.evaluate(`localStorage.setItem('theme', '${theme}'),
        dispatchEvent(new StorageEvent('storage', { key: 'theme' }))`)
      await settle(page)
      await each?.(page)
      const path = join(folder, `${name}-${width}-${theme}-${language}.jpg`)
      await page.screenshot({ path, type: 'jpeg', quality: 88 })
      const isForReadme = JSON.stringify({ name, width, theme, language }) === JSON.stringify(README)
      if (isForReadme) await page.screenshot({ path: join(root, 'docs', 'screenshot.png') })
    }
  }
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
  /** @type {string[]} */
  const failed = []
  try {
    await filled(app)
    const memes = await feed(app)
    const pictures = await drawOwnMemes()
    const member = await fillMember(app, memes, pictures)
    const admin = await fillAdmin(app, memes, member)
    const [templateId, albumId] = [await firstTemplate(app), await fillAlbum(app, member, memes)]
    const content = { memes, pictures, templateId, albumId }
    const wanted = process.env.SCREENS?.split(',')
    /** @type {[Member | null, Screen[]][]} */
    const walks = [
      [null, ofVisitors(content)],
      [member, ofMembers(content)],
      [admin, ofAdmins()],
    ]
    for (const language of LANGUAGES) {
      for (const [who, screens] of walks) {
        const page = await openPage(browser, app, language, who && (await speaking(app, who, language)))
        for (const screen of screens) {
          if (wanted && !wanted.includes(screen.name)) continue
          // A failing screen must not stop the others.
          await takeScreen(page, language, screen, folder).catch((error) => {
            failed.push(`${screen.name}, ${language}: ${String(error).split('\n')[0]}`)
          })
        }
        await page.context().close()
      }
    }
  } finally {
    await browser.close()
    await app.stop()
  }
  return failed
}

await runScript(async () => {
  ensureInstalled()
  ensureWebBuilt()
  const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'memeroom-screenshots-'))
  mkdirSync(folder, { recursive: true })
  const failed = await take(folder)
  console.log(`screenshots: ${folder}`)
  for (const line of failed) console.error(`not taken: ${line}`)
  return failed.length > 0 ? 1 : 0
})
