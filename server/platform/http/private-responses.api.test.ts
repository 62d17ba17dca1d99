import { expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()

const ID = '018f0000-0000-7000-8000-000000000000'
/** Pictures that are the same for all viewers. */
const PUBLIC_PICTURES = ['GET /template/{id}/picture', 'GET /emoji/{code}']

// Streams do not end; they set no-store themselves, which a separate test checks.
const reads = Object.entries<CallShape>(calls).filter(
  ([key, { stream }]) => key.startsWith('GET ') && !stream && !PUBLIC_PICTURES.includes(key),
)

test('answers to a token are never cached, found or not', async () => {
  const { token } = await buildMember(app, { role: 'admin' })
  expect(reads.length).toBeGreaterThan(30)
  for (const [key, { path }] of reads) {
    const answer = await app.call('GET', path.replace(/\{\w+\}/g, ID), { token })
    expect(answer.headers['cache-control'], key).toBe('no-store')
  }
})

test('no shared cache may store what a visitor reads', async () => {
  // Visitors with another cookie share no response.
  for (const [key, { path }] of reads)
    for (const headers of [{}, { cookie: 'other=1' }]) {
      const answer = await app.call('GET', path.replace(/\{\w+\}/g, ID), { headers })
      expect(answer.headers['cache-control'], key).toMatch(/^(no-store|private, no-cache)$/)
    }
})

test('answers that sign in or change something are never cached', async () => {
  for (const url of ['/auth/login', '/auth/register', '/auth/google-one-tap']) {
    const body = { email: `nobody${unique()}@example.com`, username: `nobody${unique()}`, password: 'correct horse' }
    expect((await app.call('POST', url, { body })).headers['cache-control'], url).toBe('no-store')
  }
})

test('pages allow only the site’s own scripts, links and connections', async () => {
  const policy = String((await app.call('GET', '/health')).headers['content-security-policy'])
  const directives = Object.fromEntries(policy.split(';').map((part) => [part.split(' ')[0], part]))
  expect(directives).toMatchObject({
    'connect-src': "connect-src 'self' blob:",
    'base-uri': "base-uri 'none'",
    'object-src': "object-src 'none'",
    'frame-ancestors': "frame-ancestors 'none'",
  })
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})
