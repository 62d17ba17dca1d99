import { expect, test } from 'vitest'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
const { token } = await buildMember(app)

test.each([
  '/vector-search/text?q=cat&q=dog',
  '/recommendation-feed?limit=1&limit=50',
  '/trending-memes?period=24h&period=1w',
])('rejects a parameter given twice: %s', async (url) => {
  const { status, body } = await app.call('GET', url)
  expect([status, body.code]).toEqual([400, 'request.invalid'])
})

test('accepts a token only in its header', async () => {
  for (const name of ['token', 'access_token', 'authorization', 'Authorization']) {
    const answer = await app.call('GET', `/users/me?${name}=${token}`)
    expect([name, answer.status]).toEqual([name, 401])
    const posted = await app.call('POST', '/users/me/export', { body: { [name]: token } })
    expect([name, posted.status]).toEqual([name, 401])
  }
})

test('keys like __proto__ change nothing', async () => {
  for (const key of ['__proto__', 'constructor'])
    await app.call('PUT', '/users/me/profile', {
      token,
      headers: { 'content-type': 'application/json' },
      payload: `{"displayName":"Lan Anh","${key}":{"prototype":{"role":"admin"},"role":"admin"}}`,
    })
  expect(({} as { role?: string }).role).toBeUndefined()
  const { body } = await app.call('GET', '/users/me', { token })
  expect(body.data.role).toBe('member')
})

test('text answers declare their encoding', async () => {
  for (const url of ['/api/recommendation-feed', '/api/nowhere', '/api/docs', '/robots.txt', '/sitemap.xml']) {
    const { headers } = await app.app.inject({ url })
    expect([url, headers['content-type']]).toEqual([url, expect.stringMatching(/charset=utf-8$/i)])
  }
})
