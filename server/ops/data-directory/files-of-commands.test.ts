import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { multipart, type Part } from '#test/multipart.ts'
import { openFiles } from '#test/open-files.ts'
import { poll } from '#test/poll.ts'
import { randomPicture } from '#test/random-picture.ts'
import { startS3Server } from '#test/s3-server.ts'
import { signUp } from '#test/sign-up.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
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
}, async () => {
  const { path: dir, remove } = await temporaryFolder()
  closers.push(remove)
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
