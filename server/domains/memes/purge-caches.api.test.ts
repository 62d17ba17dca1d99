import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { startReceiver } from '#test/webhook-site.ts'
import { withTransaction } from '../../platform/db/db.ts'
import { renditionPath } from '../gif-provider/rendition-shape.ts'
import { storeSettings } from '../settings/store-settings.ts'
import { sharePicturePath } from '../sharing/meme-facts.ts'
import { sweepBlobs } from './jobs.ts'
import { purgeCaches, setPurgeRecording } from './purge-caches.ts'
import { purgeMeme } from './queries.ts'

const CDN = 'https://cdn.example.com/of-lan'
const receiver = await startReceiver()
const app = await appForFile({
  mediaUrl: CDN,
  mediaPurgeUrl: `${receiver.base}/purge`,
  mediaPurgeToken: 'purge-token',
})
await setPurgeRecording(app.deps)
const member = await buildMember(app)
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = (response) => response.writeHead(200).end('{}')
})

const purge = () => purgeCaches(app.deps, new AbortController().signal)
const purged = () => receiver.received.flatMap(({ text }) => (JSON.parse(text) as { files: string[] }).files).toSorted()
const picturesOf = async (memeId: string) => {
  const { data } = (await app.call('GET', `/meme/${memeId}`)).body
  const { imageOrigin, imageMedium, imageSmall } = data.image
  return [...new Set<string>([imageOrigin, imageMedium, imageSmall])].toSorted()
}
/** Returns the meme's picture addresses and the address of its preview picture. */
const addressesOf = async (memeId: string) => {
  const { data } = (await app.call('GET', `/meme/${memeId}`)).body
  const shared = new URL(sharePicturePath(data), app.deps.config.publicUrl).href
  return [...(await picturesOf(memeId)), shared].toSorted()
}

test('picture addresses use the CDN, the page policy allows it, and the site serves them', async () => {
  const { id } = await buildMeme(app, { user: member.user })
  const pictures = await picturesOf(id)
  for (const picture of pictures) {
    expect(picture).toMatch(/^https:\/\/cdn\.example\.com\/of-lan\/media\/[0-9a-f]{40}\.\w+$/)
    const { pathname } = new URL(picture)
    const answer = await app.app.inject(pathname.replace('/of-lan', ''))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
      'surrogate-key': pathname.split('/').at(-1),
      'access-control-allow-origin': '*',
    })
  }
  const policy = String((await app.call('GET', '/config')).headers['content-security-policy'])
  expect(policy).toContain("img-src 'self' data: blob: https://cdn.example.com;")
  const embed = await app.app.inject(`/embed/${id}`)
  expect(embed.headers['content-security-policy']).toContain("img-src 'self' https://cdn.example.com;")
  const feed = await app.app.inject(`/meme/${id}/share.jpg`)
  expect([feed.statusCode, feed.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

test('purges a removed picture from the CDN, and retries a failed purge', async () => {
  const { id } = await buildMeme(app, { user: member.user })
  const pictures = await addressesOf(id)
  await purge()
  expect(receiver.received).toEqual([])
  expect((await operate(app.deps, 'meme', 'remove', id, 'spam')).code).toBe(0)
  receiver.answer = (response) => response.writeHead(503).end()
  await expect(purge()).rejects.toThrow('MEDIA_PURGE_URL answered 503')
  receiver.received.length = 0
  receiver.answer = (response) => response.writeHead(200).end('{}')
  await purge()
  expect(purged()).toEqual(pictures)
  expect(receiver.received[0]).toMatchObject({ path: '/purge', headers: { authorization: 'Bearer purge-token' } })
  receiver.received.length = 0
  await purge()
  expect(receiver.received).toEqual([])
})

test('purges a GIF that was made of a removed meme, under its own address', async () => {
  await withTransaction(app.db, (tx) => storeSettings(tx, { gifProvider: true }))
  const { id } = await buildMeme(app, { user: member.user })
  const path = renditionPath(id, 'tinygif')
  expect((await app.app.inject(path)).statusCode).toBe(200)
  expect((await operate(app.deps, 'meme', 'remove', id, 'spam')).code).toBe(0)
  await purge()
  expect(purged()).toContain(new URL(path, app.deps.config.publicUrl).href)
  expect((await app.app.inject(path)).statusCode).toBe(410)
})

test('purges pictures of deleted memes and suspended members, thirty per call', async () => {
  const deleted = await buildMeme(app, { user: member.user })
  const gone = await addressesOf(deleted.id)
  expect((await app.call('DELETE', `/meme/${deleted.id}`, { token: member.token })).status).toBe(200)
  await withTransaction(app.db, (tx) => purgeMeme(tx, deleted.id))
  await sweepBlobs(app.deps)
  const other = await buildMember(app)
  const memes = []
  for (let count = 0; count < 12; count += 1) memes.push(await buildMeme(app, { user: other.user }))
  const hidden = (await Promise.all(memes.map(({ id }) => addressesOf(id)))).flat()
  expect((await operate(app.deps, 'user', 'suspend', other.user.username, 'spam')).code).toBe(0)
  await purge()
  expect(purged()).toEqual([...gone, ...hidden].toSorted())
  for (const { text } of receiver.received) expect(JSON.parse(text).files.length).toBeLessThanOrEqual(30)
})

test('purges only the preview picture of a meme that becomes sensitive', async () => {
  const { id } = await buildMeme(app, { user: member.user })
  const [pictures, all] = [await picturesOf(id), await addressesOf(id)]
  await purge()
  receiver.received.length = 0
  const body = { sensitive: true }
  expect((await app.call('PATCH', `/meme/${id}`, { token: member.token, body })).status).toBe(200)
  await purge()
  expect(purged()).toEqual(all.filter((address) => !pictures.includes(address)))
  expect(purged()).toHaveLength(1)
})

test('records no purge without a purge address', async () => {
  const { mediaPurgeUrl: _, ...config } = app.deps.config
  const deps = { ...app.deps, config: { ...config, mediaPurgeUrl: undefined } }
  await setPurgeRecording(deps)
  const { id } = await buildMeme(app, { user: member.user })
  expect((await operate(app.deps, 'meme', 'remove', id, 'spam')).code).toBe(0)
  expect(await app.db.selectFrom('media_purges').selectAll().execute()).toEqual([])
})
