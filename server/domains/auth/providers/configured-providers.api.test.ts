import { describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { CLIENT_ID } from '#test/sign-in-providers.ts'

test('providers that are not configured or cannot be reached return their own errors', async () => {
  const bare = await createTestApp()
  const calls = [
    ['/auth/google-oauth', { access_token: 'x' }],
    ['/auth/google-one-tap', { idToken: 'x' }],
    ['/auth/facebook-oauth', { access_token: 'x' }],
  ] as const
  for (const [url, body] of calls) {
    const answer = await bare.call('POST', url, { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'auth.providerNotConfigured'])
  }
  await bare.stop()
  const unreachable = await createTestApp({
    googleClientId: CLIENT_ID,
    googleIssuerUrl: 'http://127.0.0.1:9',
    logLevel: 'silent',
  })
  const answer = await unreachable.call('POST', '/auth/google-oauth', { body: { access_token: 'x' } })
  expect([answer.status, answer.body.code]).toEqual([503, 'auth.providerUnavailable'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await unreachable.stop()
})

describe('the content security policy', () => {
  const policyOf = async (test: TestApp) =>
    String((await test.call('GET', '/health')).headers['content-security-policy'])

  test('allows the hosts of Facebook, and none for the providers with a redirect', async () => {
    const app = await createTestApp({ googleClientId: CLIENT_ID, facebookAppId: '42', facebookAppSecret: 'secret' })
    const policy = await policyOf(app)
    await app.stop()
    expect(policy).toMatch(/script-src 'self' ('sha256-\S+' )?https:\/\/connect\.facebook\.net/)
    expect(policy).toContain('frame-src https://www.facebook.com')
    expect(policy).not.toContain('google')
  })

  test('allows none if none is configured', async () => {
    const bare = await createTestApp()
    expect(await policyOf(bare)).not.toMatch(/google|facebook/)
    await bare.stop()
  })
})
