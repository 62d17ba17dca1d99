import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/scripts/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // They need the PostgreSQL of TEST_DATABASE_URL, in which each server gets a database of its own.
  testIgnore: process.env.TEST_DATABASE_URL ? [] : '**/*.postgres.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './test/e2e-setup.ts',
  // Each worker runs a whole application of its own.
  workers: process.env.CI ? 1 : 2,
  forbidOnly: true,
  // Once more on a machine that is not one's own; tools/scripts/suites.mjs names what passed only then.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
    // It would take requests out of the hands of tests that answer them; e2e/offline.e2e.ts allows it.
    serviceWorkers: 'block',
    // Without a film, which takes a quarter of the processor time: the snapshots of the page show the same.
    trace: { mode: 'retain-on-failure', screenshots: false },
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
