import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'

/** Redirects to whatever its query names; the operator lets links lead there. */
const outside = http.createServer((request, response) => {
  const target = new URL(request.url ?? '', 'http://x').searchParams.get('to')
  if (target) response.writeHead(302, { location: target }).end()
  else response.end('no picture')
})
let app: TestApp
let token: string
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  port = (outside.address() as AddressInfo).port
  app = await createTestApp({ linkFetchAllowlist: [`127.0.0.1:${port}`] })
  token = (await buildMember(app)).token
})
afterAll(async () => {
  outside.close()
  await app.stop()
})

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

describe('a link into the private network', () => {
  test.each(INSIDE)('%s is refused in the same words as a name that nobody has', async (url) => {
    for (const language of ['en', 'vi']) {
      const [unknown, inside] = [await fetchLink(UNKNOWN, language), await fetchLink(url, language)]
      expect([unknown.status, unknown.body.code]).toEqual([400, 'image.linkForbidden'])
      expect(inside).toMatchObject({ status: unknown.status, body: unknown.body })
      expect(Object.keys(inside.headers).sort()).toEqual(Object.keys(unknown.headers).sort())
    }
  })

  test('is refused behind a redirect in the same words too', async () => {
    const through = (to: string) => fetchLink(`http://127.0.0.1:${port}/?to=${encodeURIComponent(to)}`)
    const unknown = await through(UNKNOWN)
    expect([unknown.status, unknown.body.code]).toEqual([400, 'image.linkForbidden'])
    for (const url of INSIDE) expect((await through(url)).body, url).toEqual(unknown.body)
    expect((await fetchLink(`http://127.0.0.1:${port}/`)).body.code).toBe('image.unsupportedType')
  })
})
