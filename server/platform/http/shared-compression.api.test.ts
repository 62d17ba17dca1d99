import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember, buildMeme } from '#test/factories.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await createTestApp({}, { feedFreshMs: 60_000 })
  for (let nth = 0; nth < 4; nth += 1)
    await buildMeme(app, { name: `mèo ${nth}`, description: 'Chó và mèo '.repeat(20) })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
})
afterAll(() => app.stop())

/** Returns a response both raw and as a browser decodes it. */
async function get(url: string, accepted: string, headers: Record<string, string> = {}) {
  const answer = await app.app.inject({ url, headers: { 'accept-encoding': accepted, ...headers } })
  const encoding = answer.headers['content-encoding']
  const read = { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)]
  const text = (read ? read(answer.rawPayload) : answer.rawPayload).toString()
  return { status: answer.statusCode, encoding, headers: answer.headers, bytes: answer.rawPayload.length, text }
}

const NEW = '/api/feed/new'
const FIRST = '/api/recommendation-feed?limit=2'

test('what visitors get again is kept compressed, in the best encoding that each takes', async () => {
  const first = await get(NEW, 'gzip, deflate, br')
  expect(first.status).toBe(200)
  const again = await get(NEW, 'gzip, deflate, br')
  expect([again.encoding, again.text]).toEqual(['br', first.text])
  expect(again.headers['content-length']).toBe(String(again.bytes))
  expect(again.headers.vary).toContain('accept-encoding')
  expect(again.headers.etag).toBe(first.headers.etag)
  await get(NEW, 'gzip')
  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['gzip;q=0, br;q=0.000', undefined],
    ['identity', undefined],
    ['brotli', undefined],
  ] as const) {
    const answer = await get(NEW, accepted)
    expect([accepted, answer.encoding, answer.text]).toEqual([accepted, encoding, first.text])
  }
})

test('what a member gets is compressed for them alone', async () => {
  const { token } = await buildMember(app)
  const authorization = `Bearer ${token}`
  const pages = [await get(NEW, 'gzip, br', { authorization }), await get(NEW, 'gzip, br', { authorization })]
  expect(pages.map(({ encoding }) => encoding)).toEqual(['gzip', 'gzip'])
  expect(JSON.parse(pages[1]?.text ?? '').data[0].viewer).toBeDefined()
  expect((await get(NEW, 'gzip, br')).text).not.toContain('isLiked')
})

test('the first pages of visitors differ in their cursor alone, and are read as any gzip', async () => {
  const pages = await Promise.all(Array.from({ length: 5 }, () => get(FIRST, 'gzip, br')))
  pages.push(await get(FIRST, 'gzip, br'), await get(FIRST, 'identity'))
  expect(pages.map(({ encoding }) => encoding)).toEqual([...Array(6).fill('gzip'), undefined])
  const read = pages.map(({ text }) => JSON.parse(text))
  expect(new Set(read.map(({ nextCursor }) => nextCursor)).size).toBe(pages.length)
  for (const page of read) expect({ ...page, nextCursor: '' }).toEqual({ ...read[0], nextCursor: '' })
  for (const { nextCursor } of read) {
    const next = await app.call('GET', `/recommendation-feed?limit=2&cursor=${encodeURIComponent(nextCursor)}`)
    expect(next.status).toBe(200)
  }
  // A strict decoder reads it completely and without errors.
  const fetched = await fetch(origin + FIRST, { headers: { 'accept-encoding': 'gzip' } })
  expect(await fetched.json()).toMatchObject({ data: read[0].data })
})

test('a meme that is changed is not answered as it was', async () => {
  const { user, token } = await buildMember(app)
  const meme = await buildMeme(app, { user, description: 'before '.repeat(60) })
  for (let nth = 0; nth < 3; nth += 1) expect((await get(`/api/meme/${meme.id}`, 'br')).text).toContain('before before')
  const changed = { token, body: { description: 'after '.repeat(60) } }
  expect((await app.call('PATCH', `/meme/${meme.id}`, changed)).status).toBe(200)
  expect((await get(`/api/meme/${meme.id}`, 'br')).text).toContain('after after')
})
