import { describe, expect, test, vi } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { hashPassword } from '../passwords/passwords.ts'

const app = await appForFile({ trustProxy: 1 })
const passwordHash = await hashPassword('the right one')

let hosts = 0
/** Returns a network address not yet used in this file. */
const freshAddress = () => {
  hosts += 1
  return `203.0.${Math.floor(hosts / 250)}.${(hosts % 250) + 1}`
}

const login = (email: string | null, password: string, address: string) =>
  app.call('POST', '/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': address } })

async function fail(email: string | null, address: string, times: number) {
  const statuses: number[] = []
  for (let attempt = 0; attempt < times; attempt += 1) statuses.push((await login(email, 'wrong one', address)).status)
  return statuses
}

async function letWaitPass() {
  await app.db
    .updateTable('throttles')
    .set({ blocked_until: new Date(Date.now() - 1000) })
    .where('blocked_until', 'is not', null)
    .execute()
}

describe('wrong passwords', () => {
  test('five are free; then even the right one waits, with Retry-After and a message', async () => {
    const { user } = await buildMember(app, { passwordHash })
    const address = freshAddress()
    expect(await fail(user.email, address, 6)).toEqual([401, 401, 401, 401, 401, 429])
    const waiting = await login(user.email, 'the right one', address)
    expect([waiting.status, waiting.body.code, waiting.body.message]).toEqual([
      429,
      'auth.tooManyRequests',
      'Too many requests. Please wait a moment and try again.',
    ])
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(waiting.headers['retry-after'])).toBeLessThanOrEqual(30)
  })

  test('the wait does not depend on the clock of the server, which may differ from that of the database', async () => {
    const { user } = await buildMember(app, { passwordHash })
    const address = freshAddress()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    const statuses = await fail(user.email, address, 6)
    vi.useRealTimers()
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('the next wait is longer, and the right password resets it', async () => {
    const { user } = await buildMember(app, { passwordHash })
    const address = freshAddress()
    await fail(user.email, address, 5)
    await letWaitPass()
    expect(await fail(user.email, address, 2)).toEqual([401, 429])
    const waiting = await login(user.email, 'the right one', address)
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(30)
    await letWaitPass()
    expect((await login(user.email, 'the right one', address)).status).toBe(200)
    expect(await fail(user.email, address, 4)).toEqual([401, 401, 401, 401])
  })

  test('by a stranger do not lock the owner out', async () => {
    const { user } = await buildMember(app, { passwordHash })
    await fail(user.email, freshAddress(), 6)
    expect((await login(user.email, 'the right one', freshAddress())).status).toBe(200)
  })

  test('at an unknown address get the same answers', async () => {
    const email = `nobody${unique()}@example.com`
    expect(await fail(email, freshAddress(), 6)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('in parallel do not bypass the limit', async () => {
    const { user } = await buildMember(app, { passwordHash })
    const address = freshAddress()
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(user.email, 'wrong one', address)))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5)
  })

  test('from many networks slow down the account, except from networks where the owner signed in before', async () => {
    const { user } = await buildMember(app, { passwordHash })
    const home = freshAddress()
    expect((await login(user.email, 'the right one', home)).status).toBe(200)
    for (let network = 0; network < 15; network += 1) await fail(user.email, freshAddress(), 4)
    expect((await login(user.email, 'the right one', freshAddress())).status).toBe(429)
    expect((await login(user.email, 'the right one', home)).status).toBe(200)
  })

  test('a mailed code lets the owner in from a new network despite the wait', async () => {
    const { user } = await buildMember(app, { passwordHash })
    for (let network = 0; network < 15; network += 1) await fail(user.email, freshAddress(), 4)
    const address = freshAddress()
    const headers = { 'x-forwarded-for': address }
    await app.call('POST', '/auth/forgot-password', { body: { email: user.email }, headers })
    const code = /\b\d{6}\b/.exec((await app.mailTo(user.email ?? '')).text)?.[0]
    const body = { email: user.email, code, newPassword: 'another one' }
    expect((await app.call('POST', '/auth/reset-password', { body, headers })).status).toBe(200)
    expect((await login(user.email, 'another one', address)).status).toBe(200)
  })
})

test('wrong codes from one network are throttled across addresses', async () => {
  const guarded = await createTestApp({ rateLimits: true })
  const guess = (url: string) =>
    guarded.call('POST', url, { body: { email: `nobody${unique()}@example.com`, code: '123456' } })
  for (let attempt = 0; attempt < 15; attempt += 1) {
    expect((await guess('/auth/verify-email')).status).toBe(400)
    expect((await guess('/auth/verify-reset-code')).status).toBe(400)
  }
  const waiting = await guess('/auth/verify-email')
  expect([waiting.status, waiting.body.code]).toEqual([429, 'auth.tooManyRequests'])
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0)
  await guarded.stop()
})
