import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

/** Those that need no command of Chromium alone, such as touch, emulated color schemes, or bodies of requests. */
const JOURNEYS = [
  'register, verify, log in, drop a picture',
  'the page of an upload shows its progress',
  'a visitor follows after logging in',
  'followers are searched, removed',
  'a search shows people above its memes',
  'a search is filtered by keyboard and by URL',
  'a hashtag, a name with @ and a quoted phrase',
  'trending shows three columns',
  'a tag page counts memes',
  'an upload that looks like a template',
  'templates suggest captions',
]

/** Journeys of e2e/ in Firefox, through WebDriver BiDi: `npm run test:slow -- browsers`. */
export default defineConfig({
  ...chromium,
  workers: 1,
  expect: { timeout: 30_000 },
  grep: JOURNEYS.map((title) => new RegExp(title)),
  use: {
    ...chromium.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    permissions: [],
    serviceWorkers: 'allow',
    // A headless Firefox has no clipboard for pictures.
    headless: false,
    launchOptions: {
      executablePath: fileURLToPath(new URL('test/browsers/firefox.mjs', import.meta.url)),
      firefoxUserPrefs: {
        'dom.events.testing.asyncClipboard': true,
        // Firefox 153 crashes when a page, here axe, reads `ariaLabelledByElements` after the isolated world of Playwright.
        'accessibility.ARIAElementReflection.enabled': false,
      },
    },
  },
})
