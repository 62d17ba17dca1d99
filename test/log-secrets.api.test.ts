import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { WEBHOOK_EVENTS } from '#contract/notifications/webhooks.ts'
import { startApp } from './app-process.ts'
import { cli } from './cli.ts'
import { allFields, withValue } from './contract-fields.ts'
import { startMailServer } from './mail-server.ts'
import { persistentEnvironment } from './persistent-environment.ts'
import { randomPicture } from './random-picture.ts'
import { signUp } from './sign-up.ts'
import { startReceiver } from './webhook-site.ts'

/** Secrets that must never be in a log. */
const secrets = {
  password: 'hunter2-password-of-lan',
  wrongPassword: 'hunter3-not-the-password',
  address: 'lan.secret@example.com',
  cookie: 'session-cookie-4711',
  bearer: 'abcdefgh.ijklmnop.qrstuvwx',
  queryToken: 'token-in-a-query-0815',
  field: 'word-of-a-field-2718',
  mailLogin: 'mail-login-3141',
  metrics: 'metrics-token-16180339',
  googleLogin: 'google-secret-9999',
}
const found: Record<string, string> = { ...secrets }

const environment = persistentEnvironment({ LOG_LEVEL: 'trace' })
// A mail server that includes the recipient when it refuses an email.
const mailServer = await startMailServer({ refuses: { code: 450, text: `<${secrets.address}> is greylisted` } })
const receiver = await startReceiver()
receiver.answer = (response) => response.writeHead(500).end(secrets.field)
afterAll(async () => {
  await mailServer.halt()
  receiver.close()
})

const headers = {
  cookie: `sid=${secrets.cookie}`,
  authorization: `Bearer ${secrets.bearer}`,
  'x-forwarded-for': '203.0.113.77',
}

/** Sends every call of the contract with a secret in every text, in the query, the cookie and the Authorization header. */
async function askEverything(url: string, token: string): Promise<void> {
  for (const [key, call] of Object.entries(calls) as [string, CallShape][]) {
    if (call.stream || key === 'POST /auth/logout' || key.includes('sessions') || key.startsWith('DELETE')) continue
    let body: unknown
    for (const { part, kind, path: at } of allFields().filter((field) => field.key === key))
      if (part === 'body' && kind === 'text') body = withValue(body, at, `${secrets.field} ${secrets.address}`)
    const address = `${url}/api${call.path.replace(/\{\w+\}/g, secrets.queryToken)}?token=${secrets.queryToken}&q=${secrets.field}`
    for (const authorization of [headers.authorization, `Bearer ${token}`]) {
      const answer = await fetch(address, {
        method: call.method,
        headers: { ...headers, authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      await answer.arrayBuffer()
    }
  }
}

test('no log has a password, code, token, address, cookie or query, for any call and any failure', {
  timeout: 180_000,
}, async () => {
  const env = {
    ...environment(),
    SMTP_URL: mailServer.url.replace('smtp://', `smtp://${secrets.mailLogin}:${secrets.mailLogin}@`),
    METRICS_TOKEN: secrets.metrics,
    GOOGLE_CLIENT_ID: 'memes',
    // No server listens at this address.
    GOOGLE_ISSUER_URL: 'http://127.0.0.1:9',
    LINK_FETCH_ALLOWLIST: new URL(receiver.base).host,
    SLOW_QUERY_MS: '1',
  }
  const logFile = path.join(environment().DATA_DIR ?? '', 'server.log')
  const person = { email: secrets.address, username: 'lan', password: secrets.password }
  // Sign up while emails still go to a folder.
  const before = await startApp(environment())
  const { token } = (await signUp(before, person)).authentication
  found.session = token
  await before.stop()
  expect((await cli(environment(), 'user', 'role', 'lan', 'admin')).code).toBe(0)
  const site = await startApp(env, undefined, logFile)
  const post = async (to: string, body: unknown, more: Record<string, string> = {}) => {
    const answer = await fetch(`${site.url}/api${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: headers.cookie, ...more },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return (await answer.json()) as { data?: Record<string, string> }
  }
  try {
    const doctor = await cli(env, 'doctor', '--mail', secrets.address)
    expect(`${doctor.out}${doctor.err}`).not.toContain(secrets.mailLogin)
    await post('/auth/login', { ...person, password: secrets.wrongPassword })
    await post('/auth/forgot-password', { email: secrets.address })
    await post('/auth/verify-reset-code', { email: secrets.address, code: '314159' })
    found.code = '314159'
    await post('/auth/google-oauth', { token: secrets.googleLogin, accessToken: secrets.googleLogin })
    await post('/auth/login', `{"email":"${secrets.address}","password":"${secrets.password}`)
    await post(`/auth/%zz${secrets.queryToken}`, {})

    const authorization = { authorization: `Bearer ${token}` }
    const made = await post('/users/me/tokens', { name: 'script', scopes: ['read'] }, authorization)
    if (made.data?.token) found.accessToken = made.data.token
    const url = `${receiver.base}/${secrets.queryToken}`
    const webhook = await post('/admin/webhooks', { url, events: WEBHOOK_EVENTS }, authorization)
    if (webhook.data?.secret) found.webhookSecret = webhook.data.secret
    await askEverything(site.url, token)

    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(await randomPicture('log'))]), `${secrets.field}.png`)
    form.set('name', secrets.field)
    await fetch(`${site.url}/api/meme?token=${secrets.queryToken}`, { method: 'POST', headers, body: form })
    for (const at of ['/metrics', '/verify-email', '/unsubscribe', `/user/${secrets.queryToken}`, '/admin/claim', '/'])
      await fetch(`${site.url}${at}?token=${secrets.queryToken}`, { headers })
    await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${secrets.metrics}` } })
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['session', 'code', 'accessToken', 'webhookSecret']))
  } finally {
    expect(await site.stop()).toBe(0)
  }
  const log = await readFile(logFile, 'utf8')
  expect(log).toContain('incoming request')
  expect(log).toContain('"reqId"')
  // The digits of a duration may contain those of the code.
  const lines = log.replaceAll(/"responseTime":[\d.]+/g, '').split('\n')
  const leaked = Object.entries(found).flatMap(([name, secret]) =>
    lines.filter((line) => line.includes(secret)).map((line) => `${name}: ${line.slice(0, 400)}`),
  )
  expect(leaked.slice(0, 5)).toEqual([])
})
