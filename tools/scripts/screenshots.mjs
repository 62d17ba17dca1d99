// Takes screenshots of every screen in both languages and themes at six widths: `npm run screenshots [FOLDER]`, by default a
// folder outside the repository. Also writes docs/screenshot.png, the home page for the README. SCREENS=home,meme limits it to
// those screens, LANGUAGES=vi to that language. Each screen is opened once per language; then width and theme change. Lists
// failed screens at the end.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureInstalled, ensureWebBuilt, root, runScript } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { adminScreens, memberScreens, visitorScreens } from './screens/list.mjs'
import { setMemberLanguage } from './screens/people.mjs'
import { withFilledSite } from './screens/site.mjs'

const SIZES = [
  { width: 1280, height: 800, touch: false },
  { width: 1024, height: 768, touch: false },
  { width: 1440, height: 900, touch: false },
  { width: 1920, height: 1080, touch: false },
  // Touch sizes come last: after touch emulation, a page supports no hover until its session ends and it is reloaded. Turning
  // touch off explicitly would report that hover is unavailable, even on a desktop.
  { width: 768, height: 1024, touch: true },
  { width: 360, height: 740, touch: true },
]
const [OPENED_AT] = SIZES
const THEMES = ['light', 'dark']
const LANGUAGES = readdirSync(new URL('../../web/locales/', import.meta.url))
const TRIES = 2
/** Time limits for an action or element, and for opening the page. */
const WAIT_MS = 60_000
const OPEN_MS = 120_000
const SETTLE_MS = 15_000
/** The page must stay unchanged for this long, since parts that load later show no sign before. */
const STILL_MS = 400
const README = { name: 'home', width: 1280, theme: 'light', language: 'en' }

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('../../test/app-process.ts').AppProcess} App */
/** @typedef {import('./screens/list.mjs').Screen} Screen */
/** @typedef {import('./screens/people.mjs').Member} Member */

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
 * Opens a page in a language, with a signed-in member. @param {Browser} browser @param {App} app @param {string} language @param
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
  context.setDefaultTimeout(WAIT_MS)
  context.setDefaultNavigationTimeout(OPEN_MS)
  return context.newPage()
}

/**
 * Waits until lists, visible pictures, fonts and animations have finished loading and the page no longer changes. @param {Page}
 * page
 * @returns {Promise<boolean>} false if this took too long
 */
async function settle(page) {
  const settled = `document.fonts.status === 'loaded' && !document.querySelector(':is(main, [role="dialog"]) :is([aria-busy="true"], [data-list-waiting], [class*="_skeleton_"])') &&
    [...document.querySelectorAll('img, [role="feed"] canvas')].every((picture) => {
      const { top, bottom } = picture.getBoundingClientRect()
      const isShown = picture.closest('[role="feed"]') ? picture.dataset.shown : picture.complete
      return isShown || top > innerHeight || bottom < 0
    }) &&
    document.getAnimations().every(({ playState, effect }) =>
      playState !== 'running' || effect?.getTiming().iterations === Infinity)`
  await page.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))')
  // Not `waitForFunction`, which evaluates a string and so violates the content security policy.
  return page.evaluate(`new Promise((done) => {
    const until = performance.now() + ${SETTLE_MS}
    let [count, since] = [0, 0]
    const look = () => {
      const now = document.querySelectorAll('*').length
      if (now !== count || !(${settled})) [count, since] = [now, performance.now()]
      if (performance.now() - since > ${STILL_MS}) done(true)
      else if (performance.now() > until) done(false)
      else requestAnimationFrame(look)
    }
    look()
  })`)
}

/**
 * Takes one screen at every width and theme. @param {Page} page @param {string} language @param {Screen} screen @param {string}
 * folder @returns {Promise<string[]>} the pictures in which parts were still loading
 */
async function takeScreen(page, language, { name, path, act, each }, folder) {
  if (OPENED_AT) await page.setViewportSize(OPENED_AT)
  await page.goto(path)
  // The application's own elements, not those of the first paint.
  await page.locator('#root [role=status]').first().waitFor({ state: 'attached' })
  await page.locator('h1, [role=dialog], [role=alert]').first().waitFor({ state: 'attached' })
  await settle(page)
  await act?.(page, textsOf(language))
  await page.mouse.move(0, 0)
  /** @type {string[]} */
  const unsettled = []
  const session = await page.context().newCDPSession(page)
  for (const { width, height, touch } of SIZES) {
    if (touch) await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.setViewportSize({ width, height })
    for (const theme of THEMES) {
      // Simulates a change in another tab.
      await page.evaluate(`localStorage.setItem('theme', '${theme}'),
        dispatchEvent(new StorageEvent('storage', { key: 'theme' }))`)
      const picture = `${name}-${width}-${theme}-${language}`
      const isSettled = await settle(page)
      await each?.(page)
      if (!isSettled || (each && !(await settle(page)))) unsettled.push(picture)
      const path = join(folder, `${picture}.jpg`)
      await page.screenshot({ path, type: 'jpeg', quality: 88 })
      const isForReadme = JSON.stringify({ name, width, theme, language }) === JSON.stringify(README)
      if (isForReadme) await page.screenshot({ path: join(root, 'docs', 'screenshot.png') })
    }
  }
  await session.detach()
  return unsettled
}

/** @param {string | undefined} executablePath */
const launch = (executablePath) =>
  chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })

/**
 * Takes the screens of one person in one language. Retries each failed screen in a new window; failures do not stop other
 * screens.
 * @param {{ app: App, language: string, member: Member | null, screens: Screen[], folder: string }} walk
 * @returns {Promise<string[]>} screenshots that are missing or incomplete
 */
async function takeWalk({ app, language, member, screens, folder }) {
  /** @type {string[]} */
  const wrong = []
  const executablePath = findChromium()
  let browser = await launch(executablePath)
  try {
    let page = await openPage(browser, app, language, member)
    for (const screen of screens) {
      for (let tries = 1; tries <= TRIES; tries += 1) {
        try {
          const unsettled = await takeScreen(page, language, screen, folder)
          wrong.push(...unsettled.map((picture) => `still loading: ${picture}`))
          break
        } catch (error) {
          if (tries === TRIES) wrong.push(`not taken: ${screen.name}, ${language}: ${String(error).split('\n')[0]}`)
          await page
            .context()
            .close()
            .catch(() => undefined)
          if (!browser.isConnected()) browser = await launch(executablePath)
          page = await openPage(browser, app, language, member)
        }
      }
      console.log(`${language} ${screen.name}`)
    }
  } finally {
    await browser.close()
  }
  return wrong
}

/** @param {string} folder */
async function take(folder) {
  const wanted = process.env.SCREENS?.split(',')
  const languages = LANGUAGES.filter((language) => (process.env.LANGUAGES ?? language).split(',').includes(language))
  return withFilledSite(async (app, content, { member, admin }) => {
    /** @type {[Member | null, Screen[]][]} */
    const walks = [
      [null, visitorScreens(content)],
      [member, memberScreens(content)],
      [admin, adminScreens(content)],
    ]
    /** @type {string[]} */
    const wrong = []
    for (const language of languages) {
      for (const [who, all] of walks) {
        const screens = all.filter(({ name }) => !wanted || wanted.includes(name))
        if (screens.length === 0) continue
        const member = who && (await setMemberLanguage(app, who, language))
        wrong.push(...(await takeWalk({ app, language, member, screens, folder })))
      }
    }
    return wrong
  })
}

await runScript(async () => {
  ensureInstalled()
  await ensureWebBuilt()
  const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'memeroom-screenshots-'))
  mkdirSync(folder, { recursive: true })
  const wrong = await take(folder)
  console.log(`screenshots: ${folder}`)
  for (const line of wrong) console.error(line)
  return wrong.length > 0 ? 1 : 0
})
