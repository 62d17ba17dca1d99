import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeIn, createClient, letResend, newRegistrant } from '#test/mailbox.ts'
import { person as googlePerson, people, startProviders } from '#test/sign-in-providers.ts'
import { listCodes } from '../codes/code-queries.ts'
import { hashCode } from '../rules.ts'

const providers = await startProviders()
afterAll(() => providers.stop())
const app = await appForFile(providers.config)

const STEPS = ['register', 'resend', 'forgot', 'login', 'guess'] as const
const ENDINGS = ['with the token', 'without a token', 'by Google'] as const
type Step = (typeof STEPS)[number]

/** One party: its input, its network, and its browser's token. */
function createSide(email: string) {
  const client = createClient(app)
  const registered: ReturnType<typeof newRegistrant>[] = []
  let registrationToken: string | undefined
  const steps: Record<Step, () => Promise<unknown>> = {
    async register() {
      const person = newRegistrant({ email })
      const answer = await client.call('/auth/register', person)
      expect(answer.status).toBe(201)
      registrationToken = answer.body.registrationToken
      registered.push(person)
    },
    async resend() {
      await letResend(app, email)
      await client.call('/auth/send-verification-code', { email, registrationToken })
    },
    async forgot() {
      await letResend(app, email)
      await client.call('/auth/forgot-password', { email })
    },
    async login() {
      await letResend(app, email)
      const last = registered.at(-1)
      if (last) expect((await client.call('/auth/login', last)).status).toBe(403)
    },
    async guess() {
      for (let count = 0; count < 5; count += 1)
        await client.call('/auth/verify-email', { email, code: '000000', registrationToken })
    },
  }
  return { client, registered, steps, token: () => registrationToken }
}

/** Returns the newest code of the address, once its email has arrived. */
async function newestCode(email: string): Promise<string> {
  const [newest] = await listCodes(app.db, email, 'verify-email')
  const secret = app.deps.config.authSecret
  return vi.waitFor(
    () => {
      const codes = app.mails.filter((mail) => mail.to === email).map(({ text }) => codeIn(text))
      const found = codes.find((code) => hashCode(secret, email, 'verify-email', code) === newest?.code_hash)
      if (!found) throw new Error(`no mail with the newest code of ${email}`)
      return found
    },
    { timeout: 10_000, interval: 20 },
  )
}

test('in any order of steps the owner gets the account, and a stranger’s password never works', async () => {
  const order = fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...STEPS)), { maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(order, order, fc.constantFrom(...ENDINGS), async (before, after, ending) => {
      const email = newRegistrant().email
      const [owner, stranger] = [createSide(email), createSide(email)]
      const play = async (story: typeof before) => {
        for (const [isOwner, step] of story) await (isOwner ? owner : stranger).steps[step]()
      }
      await play(before)
      await owner.steps.register()
      await play(after)
      await letResend(app, email)
      await owner.client.call('/auth/send-verification-code', { email, registrationToken: owner.token() })
      const mine = owner.registered.at(-1) ?? newRegistrant()
      const code = await newestCode(email)
      let password = mine.password
      if (ending === 'by Google') {
        const token = unique()
        people.set(token, googlePerson({ email }))
        const signedIn = await owner.client.call('/auth/google-oauth', { access_token: token })
        expect([signedIn.status, signedIn.body.data.hasPassword]).toEqual([200, false])
      } else {
        const registrationToken = ending === 'with the token' ? owner.token() : undefined
        const verified = await owner.client.call('/auth/verify-email', { email, code, registrationToken })
        expect(verified.status).toBe(200)
        if (verified.body.requiresPassword) {
          password = 'set at once'
          const { resetToken } = verified.body
          const set = await owner.client.call('/auth/reset-password', { email, newPassword: password, resetToken })
          expect(set.status).toBe(200)
        } else expect(verified.body.username).toBe(mine.username)
        expect((await createClient(app).call('/auth/login', { email, password })).status).toBe(200)
      }
      for (const { password: lost } of stranger.registered)
        expect((await createClient(app).call('/auth/login', { email, password: lost })).status).not.toBe(200)
      for (const { username } of stranger.registered)
        expect((await createClient(app).call('/auth/register', newRegistrant({ username }))).status).toBe(201)
    }),
    { numRuns: 25, seed: 20261122 },
  )
}, 120_000)
