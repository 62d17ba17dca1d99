import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { multipart, type Part } from '#test/multipart.ts'
import { poll } from '#test/poll.ts'
import { randomPicture } from '#test/random-picture.ts'
import { startS3Server } from '#test/s3-server.ts'
import { createServerDatabase } from '#test/server-database.ts'
import { signUp } from '#test/sign-up.ts'
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

/** Returns the paths that group or others can access. */
async function openFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true })
  // The database may remove files concurrently.
  const modeIfThere = (name: string) => modeOf(path.join(dir, name)).catch(() => 0)
  const modes = await Promise.all(names.map(async (name) => [name, await modeIfThere(name)] as const))
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([name]) => name)
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

async function send(app: AppProcess, token: string, method: string, url: string, parts?: Part[]) {
  const { payload, headers } = parts ? multipart(parts) : { payload: undefined, headers: {} }
  const answer = await fetch(`${app.url}/api${url}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(payload ? { body: new Uint8Array(payload) } : {}),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  // biome-ignore lint/suspicious/noExplicitAny: checked by the assertions.
  return (await answer.json()) as any
}

const picture = async (name: string, seed: string): Promise<Part> => ({
  name,
  fileName: `${seed}.png`,
  value: await randomPicture(seed),
})

/** Exercises each way in which a running site creates files, until all of them exist. */
async function useAll(app: AppProcess): Promise<void> {
  const { authentication } = await signUp(app)
  const as = (method: string, url: string, parts?: Part[]) => send(app, authentication.token, method, url, parts)
  await as('POST', '/meme', [await picture('image', 'single')])
  await as('PUT', '/users/me/profile', [{ name: 'displayName', value: 'Mia' }, await picture('avatar', 'face')])
  const { uploadId } = await as('POST', '/meme/bulk', [
    { name: 'memes', value: JSON.stringify([{ key: 'one' }]) },
    await picture('images', 'bulk'),
  ])
  await as('POST', '/users/me/export')
  const isDone = async () => {
    const [bulk, copy] = [await as('GET', `/meme/bulk/status/${uploadId}`), await as('GET', '/users/me/export')]
    return !/queued|processing/.test(JSON.stringify(bulk)) && JSON.stringify(copy).includes('ready')
  }
  await poll(isDone, {
    withinMs: 120_000,
    everyMs: 300,
    missing: 'the bulk upload or the copy of the data is not done',
  })
}

async function expectPrivate(dataDir: string, after: string): Promise<void> {
  // At startup the server fixes the modes that the engine leaves open.
  await expect.poll(() => openFiles(dataDir), { timeout: 20_000, message: after }).toEqual([])
}

test('no command leaves files in DATA_DIR readable by others: demo, uploads, import, export, backup, restore, move', {
  timeout: 600_000,
  // Uses the embedded engine in any case, so a run on PostgreSQL would repeat it.
  skip: process.env.TEST_DATABASE_URL !== undefined,
}, async () => {
  const dir = await folder()
  const dataDir = path.join(dir, 'data')
  const environment = { DATA_DIR: dataDir, OCR: 'off', LOG_LEVEL: 'error' }
  const command = async (env: Record<string, string>, ...words: string[]) => {
    const { code, err } = await cli({ OCR: 'off', DEMO: 'false', ...env }, ...words)
    expect([words[0], code, err]).toEqual([words[0], 0, ''])
    await expectPrivate(String(env.DATA_DIR), words.join(' '))
  }
  const app = await startApp({ ...environment, DEMO: 'true' })
  closers.push(() => app.stop())
  await expectPrivate(dataDir, 'the demo')
  await useAll(app)
  await expectPrivate(dataDir, 'uploads and a copy of data')
  await app.stop()

  const source = path.join(dir, 'source')
  await mkdir(source, { mode: 0o755 })
  await writeFile(path.join(source, 'imported.png'), await randomPicture('imported'), { mode: 0o644 })
  await command(environment, 'import', source)
  const backup = path.join(dataDir, 'backup')
  await command(environment, 'backup', backup)
  const bucket = await startS3Server()
  closers.push(() => bucket.stop())
  await command(environment, 'blobs', 'move', 'disk', bucket.storageUrl, '--remove')
  await command(environment, 'blobs', 'move', bucket.storageUrl, 'disk')

  // Typical modes after copying from another machine.
  for (const entry of await readdir(backup, { recursive: true, withFileTypes: true }))
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  const restored = path.join(dir, 'restored')
  await command({ DATA_DIR: restored }, 'restore', backup)
  const found = (await readdir(restored, { recursive: true })).filter((name) => name.startsWith('media'))
  expect(found.length).toBeGreaterThan(10)
  await rm(restored, { recursive: true })
})
