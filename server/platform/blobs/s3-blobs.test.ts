import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type S3Server, startS3Server } from '#test/s3-server.ts'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { ServiceDownError } from '../unavailable.ts'
import type { Blobs } from './blobs.ts'
import { openBlobs } from './open-blobs.ts'

const ARCHIVE = `${'cd34'.repeat(10)}.zip`
const KEY = `${'ab12'.repeat(10)}.webp`

let folder: TemporaryFolder
let server: S3Server
let blobs: Blobs
beforeEach(async () => {
  folder = await temporaryFolder()
  server = await startS3Server()
  blobs = await openBlobs({ storageUrl: server.storageUrl, mediaDir: path.join(folder.path, 'media') })
})
afterEach(async () => {
  await server.stop()
  await folder.remove()
})

async function stage(): Promise<string> {
  const file = path.join(folder.path, 'staged')
  await writeFile(file, 'content')
  return file
}

test('stores an object under the prefix, with its type, as immutable', async () => {
  await blobs.put(KEY, await stage(), 'image/webp')
  expect([...server.objects.keys()]).toEqual([`memes/pictures/${KEY}`])
  expect(server.objects.get(`memes/pictures/${KEY}`)).toMatchObject({
    contentType: 'image/webp',
    cacheControl: 'public, max-age=31536000, immutable',
  })
})

test('does not list other objects in the same bucket', async () => {
  await blobs.put(KEY, await stage(), 'image/webp')
  const foreign = { body: Buffer.from('x'), contentType: 'text/plain', cacheControl: undefined }
  server.objects.set(`memes/backups/${KEY}`, foreign)
  server.objects.set('memes/pictures/READ ME', foreign)
  expect(await Readable.from(blobs.list()).toArray()).toEqual([KEY])
})

test('retries after a SlowDown answer, with the whole body', async () => {
  server.failNext(2)
  await blobs.put(KEY, await stage(), 'image/webp')
  const found = await blobs.read(KEY)
  expect(found && (await text(found.stream))).toBe('content')
})

test('a bucket that does not respond counts as down', async () => {
  await blobs.put(KEY, await stage(), 'image/webp')
  server.silence()
  const realTimeout = setTimeout
  const setSocketTimeout = Socket.prototype.setTimeout
  // Node.js measures the silence of sockets without the timers that are faked.
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, onTimeout) {
    return setSocketTimeout.call(this, Math.min(ms, 1), onTimeout)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let error: unknown
  blobs.read(KEY).catch((caught: unknown) => {
    error = caught
  })
  for (let step = 0; error === undefined && step < 1000; step += 1) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise((resolve) => realTimeout(resolve, 5))
  }
  vi.useRealTimers()
  expect(error).toBeInstanceOf(ServiceDownError)
})

const LARGE_BYTES = 40 * 1024 * 1024
const PART_BYTES = 16 * 1024 * 1024

test('sends a large file in bounded parts, and retries each part', async () => {
  const file = await stage()
  const content = randomBytes(LARGE_BYTES)
  await writeFile(file, content)
  server.failNext(2)
  await blobs.put(ARCHIVE, file, 'application/zip')
  expect(server.largestBody()).toBe(PART_BYTES)
  const stored = server.objects.get(`memes/pictures/${ARCHIVE}`)
  expect(stored).toMatchObject({ contentType: 'application/zip', cacheControl: 'public, max-age=31536000, immutable' })
  expect(stored?.body.equals(content)).toBe(true)
  expect(server.openUploads()).toBe(0)
})

test('removes the parts of a large file that it cannot send', async () => {
  const file = await stage()
  await writeFile(file, Buffer.alloc(LARGE_BYTES))
  server.forbidWrites()
  await expect(blobs.put(ARCHIVE, file, 'application/zip')).rejects.toThrow('AccessDenied')
  expect([server.openUploads(), server.objects.size]).toEqual([0, 0])
})

test('the test server refuses unsigned requests', async () => {
  await blobs.put(KEY, await stage(), 'image/webp')
  const endpoint = new URL(server.storageUrl).searchParams.get('endpoint')
  const answer = await fetch(`${endpoint}/memes/pictures/${KEY}`)
  expect(answer.status).toBe(403)
})

test('the check leaves nothing behind and fails without write access', async () => {
  await blobs.check()
  expect(server.objects.size).toBe(0)
  server.forbidWrites()
  await expect(blobs.check()).rejects.toThrow('AccessDenied')
})
