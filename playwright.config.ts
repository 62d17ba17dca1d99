import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/scripts/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './test/e2e-setup.ts',
  // Each worker runs its own application.
  workers: process.env.CI ? 1 : 2,
  forbidOnly: true,
  // Retry once in CI; tools/scripts/suites.mjs lists tests that passed only on retry.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
    // While an element moves, Playwright scrolls the page to retry a click. A menu follows one frame later, so the click misses.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would intercept requests that tests answer; e2e/offline.e2e.ts allows it.
    serviceWorkers: 'block',
    // A trace takes CPU time in every test, so only a retry records it; `--trace on` records all. No screenshots in it: the DOM
    // snapshots show the same for a quarter less.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
