import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { CODE_MAX_ATTEMPTS } from '#contract/limits.ts'
import { ageProof, buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeOf, letResend, newRegistrant, otherCode } from '#test/mailbox.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { CODE_PURPOSES, GUESSED_PURPOSES, type GuessedPurpose } from '../rules.ts'
import { THROTTLES } from './rules.ts'

const PASSWORD = 'the password'
const app = await appForFile({ trustProxy: 1 })
const passwordHash = await hashPassword(PASSWORD)

let hosts = 0
const freshAddress = () => {
  hosts += 1
  return `198.18.${Math.floor(hosts / 250)}.${(hosts % 250) + 1}`
}
const post = (url: string, address: string, body: object) =>
  app.call('POST', url, { body, headers: { 'x-forwarded-for': address } })

let sent = 0
/** Resends the code, which gives every network five more attempts. Returns the new code. */
async function resend(email: string, address: string): Promise<string> {
  await letResend(app, email)
  await post('/auth/forgot-password', address, { email })
  sent += 1
  return codeOf(app, email, sent)
}

/** Guesses up to `times` times from an address until it must wait. Returns how many guesses were checked. */
async function guess(email: string, code: string, address: string, times: number): Promise<number> {
  for (let count = 0; count < times; count += 1) {
    const answer = await post('/auth/verify-reset-code', address, { email, code: otherCode(code) })
    if (answer.body.code === 'auth.tooManyRequests') return count
  }
  return times
}

test('guesses at reset codes count across resends, and the owner still gets in', async () => {
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
  // The password works from any network, and a code from a network that the owner has used.
  expect((await post('/auth/login', freshAddress(), { email, password: PASSWORD })).status).toBe(200)
  expect((await post('/auth/verify-reset-code', home, { email, code })).status).toBe(200)
})

test('one network has fifteen guesses per address, however many codes are sent', async () => {
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

/** Resends one kind of code, and enters a wrong one. */
interface Guessable {
  resend: (address: string) => Promise<void>
  guess: (address: string) => Promise<string>
}

const WRONG = '000000'
const codeOfAnswer = async (answer: ReturnType<typeof post>) => String((await answer).body.code)

/** For each kind of code, sets up a member or an unregistered address to guess at. */
const KINDS: Record<GuessedPurpose, () => Promise<Guessable>> = {
  'verify-email': async () => {
    const person = newRegistrant()
    await post('/auth/register', freshAddress(), person)
    return {
      resend: async (address) => {
        await letResend(app, person.email)
        await post('/auth/send-verification-code', address, { email: person.email })
      },
      guess: (address) => codeOfAnswer(post('/auth/verify-email', address, { email: person.email, code: WRONG })),
    }
  },
  'reset-password': async () => {
    const { user } = await buildMember(app)
    return {
      resend: async (address) => {
        await letResend(app, user.email ?? '')
        await post('/auth/forgot-password', address, { email: user.email })
      },
      guess: (address) => codeOfAnswer(post('/auth/verify-reset-code', address, { email: user.email, code: WRONG })),
    }
  },
  'change-email': async () => {
    const email = newRegistrant().email
    let token = ''
    return {
      // Use a new member each time, since the requests of one member are limited too.
      resend: async (address) => {
        await app.db.deleteFrom('codes').where('email', '=', email).execute()
        token = (await buildMember(app)).token
        await asMember('/users/me/change-email', address, token, { email })
      },
      guess: (address) => codeOfAnswer(asMember('/users/me/verify-email-change', address, token, { code: WRONG })),
    }
  },
  'confirm-change': async () => {
    const { user, token } = await buildMember(app)
    return {
      resend: async (address) => {
        await letResend(app, user.email ?? '')
        await ageProof(app, user.id)
        await asMember('/auth/confirm', address, token, {})
      },
      guess: (address) => codeOfAnswer(asMember('/auth/confirm', address, token, { code: WRONG })),
    }
  },
  'second-factor': async () => {
    const { user, token } = await buildMember(app, { passwordHash })
    const { secret } = (await app.call('POST', '/users/me/second-factor/totp', { token })).body.data
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await app.call('POST', '/users/me/second-factor/totp/confirm', { token, body: { code } })
    let challenge = ''
    let count = 0
    return {
      resend: async () => {
        const login = await post('/auth/login', freshAddress(), { email: user.email, password: PASSWORD })
        challenge = login.body.challenge
      },
      // Alternate between authenticator codes and recovery codes.
      guess: (address) => {
        count += 1
        const typed = count % 2 ? { code: WRONG } : { recoveryCode: 'aaaa-bbbb-cccc' }
        return codeOfAnswer(post('/auth/second-factor', address, { challenge, ...typed }))
      },
    }
  },
}

const asMember = (url: string, address: string, token: string, body: object) =>
  app.call('POST', url, { token, body, headers: { 'x-forwarded-for': address } })

/** Makes five guesses after each of `resends` resends. Returns how many guesses were checked. */
async function guessAcross(kind: Guessable, resends: number, addressOf: () => string): Promise<number> {
  let looked = 0
  for (let round = 0; round < resends; round += 1) {
    const address = addressOf()
    await kind.resend(address)
    for (let guessed = 0; guessed < CODE_MAX_ATTEMPTS; guessed += 1)
      if ((await kind.guess(address)) !== 'auth.tooManyRequests') looked += 1
  }
  return looked
}

describe.each(GUESSED_PURPOSES)('guesses at codes for %s, across resends', (purpose) => {
  test(`are ${THROTTLES.codesOfAddress.free} from all networks together`, { timeout: 60_000 }, async () => {
    const kind = await KINDS[purpose]()
    expect(await guessAcross(kind, 10, freshAddress)).toBeLessThanOrEqual(THROTTLES.codesOfAddress.free)
  })

  test(`are ${THROTTLES.codesOfAddressFromNetwork.free} from one`, { timeout: 60_000 }, async () => {
    const kind = await KINDS[purpose]()
    const address = freshAddress()
    const most = THROTTLES.codesOfAddressFromNetwork.free
    expect(await guessAcross(kind, 5, () => address)).toBeLessThanOrEqual(most)
  })
})

test('guesses are counted for every purpose of a code', () => {
  expect(GUESSED_PURPOSES).toEqual(expect.arrayContaining([...CODE_PURPOSES]))
})
