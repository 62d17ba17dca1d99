import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

/** Redirects to the URL in its query; the operator allows links to it. */
const outside = http.createServer((request, response) => {
  const target = new URL(request.url ?? '', 'http://x').searchParams.get('to')
  if (target) response.writeHead(302, { location: target }).end()
  else response.end('no picture')
})
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
const port = (outside.address() as AddressInfo).port
const app = await appForFile({
  linkFetchAllowlist: [`127.0.0.1:${port}`],
  mediaUrl: 'http://cdn.memeroom.test',
  port: 3000,
})
const token = (await buildMember(app)).token
afterAll(() => outside.close())

const fetchLink = (url: string, language = 'en') =>
  app.call('POST', '/meme/fetch-link', { token, body: { url }, headers: { 'accept-language': language } })

const UNKNOWN = 'http://nobody-has-this-name.invalid:1/picture.png'
const INSIDE = [
  'http://localhost:1/picture.png',
  'http://localhost./',
  'https://localhost/',
  'http://127.0.0.1:1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
]

describe('a link to a picture on the site itself', () => {
  const own = async () => {
    const meme = await buildMeme(app)
    const key = meme.blob_origin
    return { meme, path: `/media/${key}` }
  }
  const places = [
    'http://memeroom.test',
    'https://MEMEROOM.test.',
    'http://memeroom.test:80',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://0x7f.1:3000',
    'http://[::1]:3000',
    'http://[::ffff:7f00:1]:3000',
    'http://cdn.memeroom.test',
  ]

  test.each(places)('at %s is read from storage', async (place) => {
    const { path } = await own()
    for (const link of [`${place}${path}`, `${place}${path.replace('/media', '/%6dedia')}?x=1#y`]) {
      const sent = { headers: { authorization: `Bearer ${token}` }, payload: { url: link } }
      const answer = await app.app.inject({ method: 'POST', url: '/api/meme/fetch-link', ...sent })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
      const shown = await app.app.inject({ method: 'GET', url: path })
      expect(answer.rawPayload.equals(shown.rawPayload)).toBe(true)
    }
  })

  test('is accepted only under the requested host and port', async () => {
    const { path } = await own()
    const ask = (host: string, url: string) =>
      app.call('POST', '/meme/fetch-link', { token, body: { url: `${url}${path}` }, headers: { host } })
    expect((await ask('192.168.1.5:8080', 'http://192.168.1.5:8080')).status).toBe(200)
    for (const url of ['http://192.168.1.5:8081', 'http://192.168.1.6:8080', 'http://localhost:1'])
      expect([url, (await ask('192.168.1.5:8080', url)).body.code]).toEqual([url, 'image.linkForbidden'])
  })

  test('with credentials, or to anything but a picture, is refused', async () => {
    const { path } = await own()
    for (const url of [
      `http://lan:x@localhost:3000${path}`,
      'http://localhost:3000/api/health',
      `http://localhost:3000/media/../${path}x`,
    ])
      expect([url, (await fetchLink(url)).body.code]).toEqual([url, 'image.linkForbidden'])
  })

  test('is refused after the picture was hidden, removed or deleted', async () => {
    const { meme, path } = await own()
    const read = async () => {
      const { status, body } = await fetchLink(`http://localhost:3000${path}`)
      return [status, body.code]
    }
    const set = (values: { hidden_at?: Date | null; blocked_at?: Date }) =>
      app.db.updateTable('blobs').set(values).where('key', '=', meme.blob_origin).execute()
    expect((await read())[0]).toBe(200)
    await set({ hidden_at: new Date() })
    expect(await read()).toEqual([422, 'image.linkUnreachable'])
    await set({ hidden_at: null, blocked_at: new Date() })
    expect(await read()).toEqual([422, 'image.linkUnreachable'])
    expect((await fetchLink(`http://localhost:3000/media/${'0'.repeat(40)}.png`)).body.code).toBe(
      'image.linkUnreachable',
    )
  })
})

describe('a link into the private network', () => {
  test.each(INSIDE)('%s gets the same refusal as an unknown host name', async (url) => {
    for (const language of ['en', 'vi']) {
      const [unknown, inside] = [await fetchLink(UNKNOWN, language), await fetchLink(url, language)]
      expect([unknown.status, unknown.body.code]).toEqual([400, 'image.linkForbidden'])
      expect(inside).toMatchObject({ status: unknown.status, body: unknown.body })
      expect(Object.keys(inside.headers).sort()).toEqual(Object.keys(unknown.headers).sort())
    }
  })

  test('gets the same refusal behind a redirect', async () => {
    const through = (to: string) => fetchLink(`http://127.0.0.1:${port}/?to=${encodeURIComponent(to)}`)
    const unknown = await through(UNKNOWN)
    expect([unknown.status, unknown.body.code]).toEqual([400, 'image.linkForbidden'])
    for (const url of INSIDE) expect((await through(url)).body, url).toEqual(unknown.body)
    expect((await fetchLink(`http://127.0.0.1:${port}/`)).body.code).toBe('image.unsupportedType')
  })
})
