import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'

const folder = await folderForFile()
await mkdir(path.join(folder.path, 'assets'))
await writeFile(path.join(folder.path, 'index.html'), '<html lang="en"><head><!--first-view--></head><body></body>')
await writeFile(path.join(folder.path, 'assets', 'app-1.js'), 'app()')
const app = await appForFile({ publicUrl: 'https://memeroom.test' }, { webRoot: folder.path })
const member = await buildMember(app)
const { token } = member
const memeId = (await buildMeme(app, { user: member.user })).id
const picture = (await app.call('GET', `/meme/${memeId}`)).body.data.image.imageOrigin

const get = (url: string, method: 'GET' | 'POST' | 'TRACE' = 'GET') => app.app.inject({ method: method as 'GET', url })

/** One response of each kind: pages, files, pictures, the API, and missing URLs. */
const kinds = () => [
  '/',
  '/login',
  `/?view=${memeId}`,
  '/nowhere',
  '/assets/app-1.js',
  '/robots.txt',
  picture,
  '/media/nothing.webp',
  '/api/recommendation-feed',
  '/api/users/me',
  '/api/nowhere',
  '/api/docs',
  '/%zz',
]

test('every answer has nosniff and a referrer policy, and no cookie', async () => {
  for (const url of kinds()) {
    const { headers } = await get(url)
    expect([url, headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
      url,
      'nosniff',
      'strict-origin-when-cross-origin',
    ])
    expect([url, headers['set-cookie']]).toEqual([url, undefined])
  }
})

test('only a site with an https address sends HSTS for a year, subdomains included', async () => {
  for (const url of kinds())
    expect([url, (await get(url)).headers['strict-transport-security']]).toEqual([
      url,
      'max-age=31536000; includeSubDomains',
    ])
  const plain = await createTestApp()
  const { headers } = await plain.app.inject({ url: '/api/recommendation-feed' })
  expect(headers['strict-transport-security']).toBeUndefined()
  await plain.stop()
})

test('only the embed page can be framed by other sites', async () => {
  for (const url of kinds())
    expect([url, String((await get(url)).headers['content-security-policy'])]).toEqual([
      url,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  const embed = String((await get(`/embed/${memeId}`)).headers['content-security-policy'])
  expect(embed).toContain('frame-ancestors *')
  expect(embed).toContain("default-src 'none'")
})

test('sessions use a header, never a cookie', async () => {
  const asMember = await app.app.inject({
    url: '/api/users/me',
    headers: { cookie: `token=${token}; authorization=Bearer ${token}` },
  })
  expect(asMember.statusCode).toBe(401)
})

test('server files are not served', async () => {
  const attempts = [
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/assets/',
    '/assets/../../package.json',
  ]
  for (const url of [...attempts, '/assets/%2e%2e/%2e%2e/package.json', '/media/..%2f..%2fsecret']) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).not.toContain('"dependencies"')
  }
})

test('no address redirects to another host', async () => {
  const addresses = [
    '//elsewhere.test',
    '//elsewhere.test/',
    '//elsewhere.test/login/',
    '/\\elsewhere.test/',
    '/login/',
  ]
  for (const url of [...addresses, '/%2f%2felsewhere.test/', '/login//', '/?next=//elsewhere.test']) {
    const { headers } = await get(url)
    expect([url, headers.location ?? '/']).toEqual([url, expect.stringMatching(/^\/(?![/\\])/)])
  }
  expect((await get('/.well-known/change-password')).headers.location).toMatch(/^\/[a-z]/)
})

test('TRACE is refused everywhere', async () => {
  for (const url of ['/', '/api/recommendation-feed', '/api/users/me']) {
    const { statusCode, body } = await get(url, 'TRACE')
    expect([url, [404, 405].includes(statusCode)]).toEqual([url, true])
    expect(body).not.toContain('TRACE /')
  }
})
