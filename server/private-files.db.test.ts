import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startApp } from '#test/app-process.ts'
import { createServerDatabase } from '#test/server-database.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { closeDataDir } from './private-files.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function folder() {
  const made = await temporaryFolder()
  closers.push(() => made.remove())
  return made.path
}

const modeOf = async (file: string) => (await lstat(file)).mode & 0o777

/** What others than the owner may do something with, by path. */
async function openFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true })
  // The database removes files meanwhile.
  const modeIfThere = (name: string) => modeOf(path.join(dir, name)).catch(() => 0)
  const modes = await Promise.all(names.map(async (name) => [name, await modeIfThere(name)] as const))
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([name]) => name)
}

test('what an earlier version left open in DATA_DIR is closed: database, mails, exports, pictures, the secret', async () => {
  const dir = await folder()
  await chmod(dir, 0o755)
  for (const name of ['database/base/1', 'media/ab', 'exports', 'outbox', 'staging'])
    await mkdir(path.join(dir, name), { recursive: true, mode: 0o755 })
  // As the engine does it: closed itself, but not what is inside.
  await chmod(path.join(dir, 'database'), 0o700)
  for (const name of ['database/base/1/2601', 'media/ab/abc.png', 'exports/e.zip', 'outbox/m.eml', 'auth-secret'])
    await writeFile(path.join(dir, name), 'x', { mode: 0o644 })
  await chmod(path.join(dir, 'database/base/1/2601'), 0o666)
  expect((await closeDataDir(dir)).isOpen).toBe(false)
  expect(await openFiles(dir)).toEqual([])
  expect(await modeOf(dir)).toBe(0o700)
  expect(await modeOf(path.join(dir, 'outbox/m.eml'))).toBe(0o600)
  expect(await closeDataDir(dir)).toMatchObject({ closed: 0, isOpen: false })
})

test('a DATA_DIR that holds other things keeps its mode and theirs, and links are not followed', async () => {
  const dir = await folder()
  const elsewhere = await folder()
  await chmod(dir, 0o755)
  await chmod(elsewhere, 0o755)
  await writeFile(path.join(elsewhere, 'theirs'), 'x', { mode: 0o644 })
  await writeFile(path.join(dir, 'index.html'), 'x', { mode: 0o644 })
  await mkdir(path.join(dir, 'outbox'), { mode: 0o755 })
  await symlink(elsewhere, path.join(dir, 'media'))
  await closeDataDir(dir)
  expect(await modeOf(dir)).toBe(0o755)
  expect(await modeOf(path.join(dir, 'index.html'))).toBe(0o644)
  expect(await modeOf(path.join(elsewhere, 'theirs'))).toBe(0o644)
  expect(await modeOf(path.join(dir, 'outbox'))).toBe(0o700)
})

test('a running server leaves nothing in DATA_DIR to others, and no code or link in a log that is kept', {
  timeout: 90_000,
}, async () => {
  const dir = await folder()
  const dataDir = path.join(dir, 'data')
  const logFile = path.join(dir, 'server.log')
  const log = () => readFile(logFile, 'utf8')
  const database = await createServerDatabase()
  closers.push(() => database.drop())
  const environment = { DATA_DIR: dataDir, OCR: 'off', ...(database.url ? { DATABASE_URL: database.url } : {}) }
  const app = await startApp(environment, undefined, logFile)
  closers.push(() => app.stop())
  const body = JSON.stringify({ email: 'mia@example.com', username: 'mia_m', password: 'correct horse' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${app.url}/api/auth/register`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  await expect.poll(log, { timeout: 20_000 }).toMatch(/a mail with a code is in \S+\.eml/)
  const file = /in (\S+\.eml)/.exec(await log())?.[1] ?? ''
  const code = /\b\d{6}\b/.exec(await readFile(file, 'utf8'))?.[0]
  expect(code).toMatch(/^\d{6}$/)
  expect(await log()).not.toContain(code)
  expect(await log()).not.toContain('token=')
  expect(await log()).toContain('first-admin.txt')
  expect(await modeOf(dataDir)).toBe(0o700)
  expect(await openFiles(dataDir)).toEqual([])
})
