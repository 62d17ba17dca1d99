import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { ownDataDir } from '#server/platform/db/data-dir-owner.ts'
import { type AppProcess, runToEnd, startApp } from './app-process.ts'
import { cli, startCli } from './cli.ts'
import { buildMember, buildMeme } from './factories.ts'
import { withDeps } from './with-deps.ts'

const folders: string[] = []
const apps: AppProcess[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-owner-'))
  folders.push(folder)
  return folder
}

async function start(env: Record<string, string>): Promise<AppProcess> {
  const app = await startApp({ OCR: 'off', LOG_LEVEL: 'error', ...env })
  apps.push(app)
  return app
}

/** Each file of a folder, with properties that change on writes. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return Promise.all(
    names.toSorted().map(async (name) => {
      const { ino, size, mtimeMs, isDirectory } = await stat(path.join(folder, name)).then((found) => ({
        ...found,
        isDirectory: found.isDirectory(),
      }))
      return `${name} ${ino} ${isDirectory ? '' : `${size} ${mtimeMs}`}`
    }),
  )
}

test('a second server exits with one line that names the first; after SIGKILL of the first, the next starts at once', {
  timeout: 240_000,
}, async () => {
  const dataDir = await newFolder()
  const first = await start({ DATA_DIR: dataDir })
  // Suspend the first process, so that any change is caused by the second one.
  process.kill(first.pid, 'SIGSTOP')
  try {
    const before = await filesOf(dataDir)
    const second = await runToEnd({ DATA_DIR: dataDir, PORT: '0' })
    expect(second).toEqual({
      code: 1,
      lines: [`Memeroom cannot start: DATA_DIR ${dataDir} is in use by process ${first.pid} at ${first.url}`],
    })
    expect(await filesOf(dataDir)).toEqual(before)
  } finally {
    process.kill(first.pid, 'SIGCONT')
  }
  expect((await fetch(`${first.url}/api/ready`)).status).toBe(200)

  process.kill(first.pid, 'SIGKILL')
  await start({ DATA_DIR: dataDir })
  expect(await cli({ DATA_DIR: dataDir }, 'reports')).toEqual({ code: 0, out: 'No open reports.\n', err: '' })
  expect((await stat(path.join(dataDir, 'commands.sock'))).mode & 0o777).toBe(0o600)
})

test('a copied directory is independent: commands reach only it, and its server runs beside the first', {
  timeout: 240_000,
}, async () => {
  const original = await newFolder()
  const { memeId } = await withDeps({ DATA_DIR: original }, async (deps) => ({
    memeId: (await buildMeme({ db: deps.db, deps })).id,
  }))
  const first = await start({ DATA_DIR: original })
  const copy = path.join(await newFolder(), 'copy')
  process.kill(first.pid, 'SIGSTOP')
  // Copies the socket and the owner file too, as an operator would.
  await promisify(execFile)('cp', ['-a', original, copy])
  process.kill(first.pid, 'SIGCONT')

  const removed = await cli({ DATA_DIR: copy, OCR: 'off' }, 'meme', 'remove', memeId, 'A try')
  expect(removed).toEqual({ code: 0, out: `Removed meme ${memeId}.\n`, err: '' })
  const second = await start({ DATA_DIR: copy })
  const statusAt = async (app: AppProcess) => (await fetch(`${app.url}/api/meme/${memeId}`)).status
  expect([await statusAt(first), await statusAt(second)]).toEqual([200, 410])
  const restored = await cli({ DATA_DIR: copy }, 'meme', 'restore', memeId, 'The try is over')
  expect(restored.out).toBe(`Restored meme ${memeId}.\n`)
  expect([await statusAt(first), await statusAt(second)]).toEqual([200, 200])
})

test('commands use a private socket folder for a directory with a long path', {
  timeout: 240_000,
}, async () => {
  const dataDir = path.join(await newFolder(), 'x'.repeat(120))
  await start({ DATA_DIR: dataDir })
  expect(await cli({ DATA_DIR: dataDir }, 'reports')).toEqual({ code: 0, out: 'No open reports.\n', err: '' })
})

test('a command with the open database runs other commands, and a server waits for it', {
  timeout: 240_000,
}, async () => {
  const dataDir = await newFolder()
  await withDeps({ DATA_DIR: dataDir }, async (deps) => {
    const { user } = await buildMember({ db: deps.db, deps })
    for (let count = 0; count < 3; count += 1) await buildMeme({ db: deps.db, deps }, { user })
  })
  const reindex = startCli({ DATA_DIR: dataDir }, 'reindex')
  await reindex.prints('3 memes to read')
  expect(await cli({ DATA_DIR: dataDir }, 'reports')).toEqual({ code: 0, out: 'No open reports.\n', err: '' })
  expect(await cli({ DATA_DIR: dataDir }, 'reindex')).toEqual({
    code: 1,
    out: '',
    err: 'memeroom reindex: another long command is running\n',
  })
  const starting = start({ DATA_DIR: dataDir })
  reindex.child.kill('SIGINT')
  expect(await reindex.ended).toEqual({
    code: 1,
    out: '3 memes to read\n',
    err: expect.stringMatching(/^Stopped after [0-2] of 3 memes; the next run continues from there\.\n$/),
  })
  await starting
})

test('the lock is exclusive and ends with its release, and an unlockable file is named', async () => {
  const dataDir = await newFolder()
  const first = await ownDataDir(dataDir, { command: 'reports' })
  await expect(ownDataDir(dataDir, { command: 'reports' })).rejects.toThrow(
    `DATA_DIR ${dataDir} is in use by process ${process.pid}, which runs the command "reports"`,
  )
  first.release()
  const second = await ownDataDir(dataDir, { command: 'reports' })
  second.release()

  const other = await newFolder()
  mkdirSync(path.join(other, 'owner.lock'))
  await expect(ownDataDir(other, {})).rejects.toThrow(`${path.join(other, 'owner.lock')} cannot be locked: `)
})
