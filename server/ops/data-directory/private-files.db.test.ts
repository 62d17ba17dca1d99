import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startApp } from '#test/app-process.ts'
import { modeOf, openFiles } from '#test/open-files.ts'
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

test('restricts files in DATA_DIR left open by an earlier version: database, mails, exports, pictures, the secret', async () => {
  const dir = await folder()
  await chmod(dir, 0o755)
  for (const name of ['database/base/1', 'media/ab', 'exports', 'imports', 'outbox', 'staging'])
    await mkdir(path.join(dir, name), { recursive: true, mode: 0o755 })
  // Like the engine: the folder itself is private, its content is not.
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

test('leaves the mode of a DATA_DIR with other files unchanged, and does not follow links', async () => {
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

test('a running server leaves nothing in DATA_DIR readable by others, and no code or link in a stored log', {
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
  await expect.poll(() => openFiles(dataDir), { timeout: 20_000 }).toEqual([])
})
