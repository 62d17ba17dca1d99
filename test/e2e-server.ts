import { test as base, expect } from '@playwright/test'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { createServerDatabase } from '#test/server-database.ts'

type WorkerFixtures = {
  /** Overrides of the server's configuration. Each use starts another server. */
  serverEnv: Record<string, string>
  /** True if the server uses its own database on PostgreSQL, if the tests have one. */
  onPostgres: boolean
  /** The real application, shared by the tests of one worker; each test creates its own members and memes. */
  app: AppProcess
}

/** Console errors of Firefox for a style of Playwright, and for fonts of a page that the test leaves. */
const FIREFOX_ERRORS = [/blocked an inline style \(style-src-elem\)/, /downloadable font: download failed/]

type TestFixtures = {
  /** Console errors that this test expects, such as for a 404 that it provokes. */
  expectedErrors: RegExp[]
  cleanConsole: undefined
  textInput: undefined
}

/** Playwright's `test` with the application running; fails on unexpected console errors. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Passkeys do not work for IP addresses.
  serverEnv: [{ PUBLIC_HOST: 'localhost' }, { option: true, scope: 'worker' }],

  onPostgres: [false, { option: true, scope: 'worker' }],

  app: [
    async ({ serverEnv, onPostgres }, use) => {
      const database = onPostgres ? await createServerDatabase() : undefined
      // Reading the text of every picture takes as long as all other work on it.
      const app = await startApp({ OCR: 'off', ...serverEnv, ...(database?.url ? { DATABASE_URL: database.url } : {}) })
      await use(app)
      const code = await app.stop()
      await database?.drop()
      if (code !== 0) throw new Error(`the server ended with code ${code}\n${app.log().slice(-4000)}`)
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: async ({ app }, use) => use(app.url),

  expectedErrors: [[], { option: true }],

  textInput: [
    async ({ context, browserName }, use) => {
      // In Firefox, Playwright assigns the value of a field, and React then ignores the input event.
      if (browserName === 'firefox')
        await context.addInitScript(`Object.defineProperty(window, '__pw_bidiInsertText', {
          get: () => (text) => void document.execCommand('insertText', false, text),
          set: () => {},
        })`)
      await use(undefined)
    },
    { auto: true },
  ],

  cleanConsole: [
    async ({ context, browserName, expectedErrors, app }, use, testInfo) => {
      const errors: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => errors.push(String(error.error())))
      await use(undefined)
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server.log', { body: app.log(), contentType: 'text/plain' })
      }
      const expected = browserName === 'firefox' ? [...expectedErrors, ...FIREFOX_ERRORS] : expectedErrors
      const unexpected = errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
      expect(unexpected, 'errors in the browser console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
