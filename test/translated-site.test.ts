import { execFile } from 'node:child_process'
import { cp, readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { bundledNode, root } from '../tools/scripts/bootstrap.mjs'
import { findOrInstallChromium } from '../tools/scripts/chromium.mjs'
import { type AppProcess, startApp } from './app-process.ts'
import { poll } from './poll.ts'
import { fillLanguage, pseudo } from './pseudo-language.ts'
import { postJson, type Session, signUp } from './sign-up.ts'
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 })

/** Folders that a site is built and started from, beside the files of the root. */
const FOLDERS = ['contract', 'demo', 'packages', 'server', 'tools', 'web']
const WAIT = { timeout: 60_000 }

let folder: TemporaryFolder
let app: AppProcess
let browser: Browser
let member: Session
beforeAll(async () => {
  folder = await temporaryFolder()
  for (const entry of await readdir(root, { withFileTypes: true }))
    if (entry.isFile() || FOLDERS.includes(entry.name))
      await cp(path.join(root, entry.name), path.join(folder.path, entry.name), {
        recursive: true,
        filter: (source) => !source.includes('/node_modules'),
      })
  await symlink(path.join(root, 'node_modules'), path.join(folder.path, 'node_modules'))
  for (const code of ['ar', 'fr', 'pl']) await runNode('tools/scripts/translate/main.ts', code)
  for (const code of ['ar', 'fr']) fillLanguage(folder.path, code)
  await runNode('node_modules/vite/bin/vite.js', 'build')
  app = await startApp({ OCR: 'off' }, undefined, undefined, folder.path)
  const executablePath = findOrInstallChromium()
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  member = await signUp(app)
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  await folder?.remove()
})

const runNode = (...args: string[]) => promisify(execFile)(bundledNode(), args, { cwd: folder.path })

const read = async (address: string, headers: Record<string, string> = {}) =>
  (await fetch(app.url + address, { headers })).text()

async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url, locale: 'en-US', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(address)
  return page
}

test('a site offers the complete languages, and lists the incomplete one', async () => {
  const config = JSON.parse(await read('/api/config'))
  expect(config.data.languages).toEqual(['en', 'ar', 'fr', 'vi'])
  expect(await read('/?lng=pl')).toContain('<html lang="en">')
})

test('the first view is painted in the new language before the application starts', async () => {
  const page = await open('about:blank')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login?lng=fr')
  await page.getByText(pseudo('Welcome back'), { exact: true }).waitFor(WAIT)
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
})

test('a visitor chooses the language, sees screens and errors in it, and it is still chosen after a reload', async () => {
  const page = await open('/trending')
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('Français', WAIT)
  await page.getByRole('heading', { name: pseudo('Trending memes') }).waitFor(WAIT)
  await page.goto('/login')
  const form = page.locator('main form')
  await form.getByLabel(pseudo('Email')).fill('unknown@example.com', WAIT)
  await form.getByLabel(pseudo('Password'), { exact: true }).fill('wrong password')
  await form.getByRole('button', { name: pseudo('Log in') }).click()
  const error = page.getByRole('alert').filter({ hasText: '⟦' })
  await error.first().waitFor(WAIT)
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  await page.reload()
  await form.getByRole('button', { name: pseudo('Log in') }).waitFor(WAIT)
})

test('responses, emails, feeds, embeds, and the offline application have the new language', async () => {
  const headers = { authorization: `Bearer ${member.authentication.token}`, 'content-type': 'application/json' }
  const refused = await read('/api/users/me', { 'accept-language': 'fr-CA,en;q=0.5' })
  expect(JSON.parse(refused).message).toMatch(/^⟦.+⟧$/)
  const body = JSON.stringify({ contentLanguage: 'fr' })
  expect((await fetch(`${app.url}/api/users/me/preferences`, { method: 'PUT', headers, body })).status).toBe(200)
  await postJson(app, '/auth/forgot-password', { email: member.email })
  const mail = await poll(() => mailWith('<html lang="fr">'), { withinMs: 60_000, missing: 'no email in French' })
  expect(mail).toMatch(/⟦.+⟧/)
  expect(await read('/feeds/trending.atom?lng=fr')).toMatch(/<title[^>]*>⟦/)
  const languages = JSON.parse(await readFile(path.join(folder.path, 'dist/web/.vite/languages.json'), 'utf8'))
  expect(await read('/sw.js')).toContain(`/${languages.fr.file}`)
})

test('a right-to-left language sets the direction, and fits on a phone', async () => {
  const page = await open('/?lng=ar', { viewport: { width: 360, height: 740 } })
  for (const address of ['/?lng=ar', '/trending', '/login', '/terms-of-service']) {
    await page.goto(address)
    await page.getByText('⟦').first().waitFor(WAIT)
    await page.locator('html[lang=ar][dir=rtl]').waitFor({ ...WAIT, state: 'attached' })
    const widths = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]')
    expect([address, widths[0]]).toEqual([address, widths[1]])
  }
})

/** The decoded parts of an email with a text. */
async function mailWith(text: string): Promise<string | undefined> {
  const outbox = path.join(app.dataDir, 'outbox')
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')))
  return mails
    .map((mail) =>
      mail
        .replace(/=\r?\n/g, '')
        .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString()),
    )
    .find((mail) => mail.includes(text))
}
