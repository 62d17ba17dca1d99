import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { codeOf, letResend, otherCode } from '#test/mailbox.ts'
import { hashPassword } from '../passwords/passwords.ts'

let app: TestApp
const PASSWORD = 'the password'
let passwordHash: string
beforeAll(async () => {
  app = await createTestApp({ trustProxy: 1 })
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => app.stop())

let hosts = 0
const freshAddress = () => {
  hosts += 1
  return `198.18.${Math.floor(hosts / 250)}.${(hosts % 250) + 1}`
}
const post = (url: string, address: string, body: object) =>
  app.call('POST', url, { body, headers: { 'x-forwarded-for': address } })

let sent = 0
/** A resend, which gives every network five tries more; answers the new code. */
async function resend(email: string, address: string): Promise<string> {
  await letResend(app, email)
  await post('/auth/forgot-password', address, { email })
  sent += 1
  return codeOf(app, email, sent)
}

/** Guesses from an address until it has to wait, or that often; answers how many were looked at. */
async function guess(email: string, code: string, address: string, times: number): Promise<number> {
  for (let count = 0; count < times; count += 1) {
    const answer = await post('/auth/verify-reset-code', address, { email, code: otherCode(code) })
    if (answer.body.code === 'auth.tooManyRequests') return count
  }
  return times
}

test('guesses at reset codes are counted across resends, and the owner still gets in', async () => {
  const { user } = await buildMember(app, { passwordHash })
  const email = user.email ?? ''
  const home = freshAddress()
  expect((await post('/auth/login', home, { email, password: PASSWORD })).status).toBe(200)
  await app.mailTo(email)
  sent = 1

  let looked = 0
  for (let round = 0; round < 12; round += 1) {
    const attacker = freshAddress()
    const code = await resend(email, attacker)
    looked += await guess(email, code, attacker, 5)
  }
  expect(looked).toBe(40)

  const stranger = freshAddress()
  const code = await resend(email, stranger)
  const waiting = await post('/auth/verify-reset-code', stranger, { email, code })
  expect([waiting.status, waiting.body.code]).toEqual([429, 'auth.tooManyRequests'])
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0)
  // The password works from anywhere, and a code from a network that the owner knows.
  expect((await post('/auth/login', freshAddress(), { email, password: PASSWORD })).status).toBe(200)
  expect((await post('/auth/verify-reset-code', home, { email, code })).status).toBe(200)
})

test('one network has fifteen guesses at an address, however many codes are sent', async () => {
  const { user } = await buildMember(app)
  const email = user.email ?? ''
  sent = 0
  const attacker = freshAddress()
  let looked = 0
  for (let round = 0; round < 5; round += 1) {
    const code = await resend(email, attacker)
    looked += await guess(email, code, attacker, 5)
  }
  expect(looked).toBe(15)
})
