import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { type Nginx, startNginx } from '#test/nginx.ts'
import { poll } from '#test/poll.ts'
import { type S3Server, startS3Server } from '#test/s3-server.ts'
import { freePort } from '../../../tools/scripts/free-port.mjs'

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const LOCATION = '/stored-pictures/'

let app: TestApp
let nginx: Nginx
let bucket: S3Server | undefined
let origin: string
afterEach(async () => {
  await nginx.stop()
  await app.stop()
  await bucket?.stop()
  bucket = undefined
})

/** Starts the site behind nginx, with the location that deploy/ documents for this storage. */
async function serve(storage: 'disk' | 'bucket'): Promise<void> {
  const accel = { trustProxy: 1, mediaAccel: LOCATION, mediaUrl: 'https://cdn.example.com' }
  if (storage === 'bucket') bucket = await startS3Server()
  app = await createTestApp({ ...accel, ...(bucket ? { storageUrl: bucket.storageUrl } : {}) })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const example = await readFile(path.join(DEPLOY, `nginx-pictures-${storage}.conf`), 'utf8')
  const endpoint = bucket ? new URL(new URL(bucket.storageUrl).searchParams.get('endpoint') ?? '') : undefined
  const location = example
    .replace('/var/lib/memeroom/media/', `${app.dataDir}/media/`)
    .replace('https://s3.example.com/', `${endpoint?.origin}/`)
    .replace('s3.example.com', endpoint?.host ?? '')
  const port = await freePort()
  nginx = await startNginx(
    `server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://127.0.0.1:${(app.app.server.address() as AddressInfo).port};
        proxy_buffering off;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      }
      ${location}
    }`,
    port,
  )
  origin = `http://127.0.0.1:${port}`
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(origin + url, { headers, method })
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

async function storedContent(key: string): Promise<Buffer> {
  const read = await app.deps.blobs.read(key)
  if (!read) throw new Error(`no ${key}`)
  return Buffer.concat(await read.stream.toArray())
}

test.each(['disk', 'bucket'] as const)(
  'nginx serves a public picture from the %s, with ranges and conditional requests',
  async (storage) => {
    await serve(storage)
    const meme = await buildMeme(app)
    const content = await storedContent(meme.blob_small)
    const picture = `/media/${meme.blob_small}`
    const own = await app.app.inject({ url: picture })
    expect(own.rawPayload).toHaveLength(0)

    const whole = await get(picture)
    expect([whole.status, whole.body]).toEqual([200, content])
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
      etag: own.headers.etag,
      'access-control-allow-origin': '*',
      'surrogate-key': meme.blob_small,
      'cache-tag': meme.blob_small,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(JSON.stringify([...whole.headers])).not.toMatch(/x-accel|stored-pictures|X-Amz|127\.0\.0\.1/i)
    const part = await get(picture, { range: 'bytes=2-5' })
    expect([part.status, part.body]).toEqual([206, content.subarray(2, 6)])
    const head = await get(picture, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)])
    const other = await get(picture, { range: 'bytes=6-9', 'if-range': String(own.headers.etag) })
    expect([other.status, other.body]).toEqual([206, content.subarray(6, 10)])
    const again = await get(picture, { 'if-none-match': String(own.headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
  },
)

test.each(['disk', 'bucket'] as const)(
  'nginx serves no removed, hidden or unknown picture from the %s, and its internal location is not public',
  async (storage) => {
    await serve(storage)
    const moderator = await buildMember(app, { role: 'moderator' })
    const [removed, hidden] = [await buildMeme(app), await buildMeme(app)]
    const direct = await app.deps.blobs.locate(removed.blob_small)
    expect((await get(LOCATION + direct)).status).toBe(404)
    expect((await get(`/media/..%2f${LOCATION.slice(1)}${direct}`)).status).toBe(404)
    expect((await get(`/media/${'0'.repeat(40)}.webp`)).status).toBe(404)

    expect((await get(`/media/${removed.blob_small}`)).status).toBe(200)
    const decision = { token: moderator.token, body: { reason: 'Not allowed here.' } }
    expect((await app.call('POST', `/moderation/memes/${removed.id}/remove`, decision)).status).toBe(200)
    await app.db.updateTable('blobs').set({ hidden_at: new Date() }).where('key', '=', hidden.blob_small).execute()
    for (const [meme, status] of [
      [removed, 410],
      [hidden, 404],
    ] as const) {
      const answer = await poll(
        async () => {
          const found = await get(`/media/${meme.blob_small}`)
          return found.status === status ? found : undefined
        },
        { withinMs: 20_000, everyMs: 20, missing: `a picture is not ${status}` },
      )
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(await app.deps.blobs.stat(meme.blob_small)).not.toBeNull()
    }

    const lost = await buildMeme(app)
    await app.deps.blobs.remove(lost.blob_small)
    const missing = await get(`/media/${lost.blob_small}`)
    expect(missing.status).toBe(404)
    expect(missing.body.toString()).not.toMatch(/bucket|Key|nginx/)
  },
)

test('a signed bucket address is valid for one file and a limited time', async () => {
  await serve('bucket')
  const meme = await buildMeme(app)
  const { searchParams } = new URL(bucket?.storageUrl ?? '')
  const at = (place: string) => fetch(`${searchParams.get('endpoint')}/${place}`)
  const place = await app.deps.blobs.locate(meme.blob_small)
  expect((await at(place)).status).toBe(200)
  const other = await buildMeme(app)
  expect((await at(place.replace(meme.blob_small, other.blob_small))).status).toBe(403)
  expect(new URL(`http://s3/${place}`).searchParams.get('X-Amz-Expires')).toBe('60')
  expect(place).not.toContain(encodeURIComponent('test/secret+key'))
})
