import { expect } from 'vitest'
import type { Answer, TestApp } from './app.ts'
import { unique } from './factories.ts'

export const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
export const otherCode = (code: string) => (code === '000000' ? '111111' : '000000')

/** Calls of one browser from its own network. */
export interface TestClient {
  call(url: string, body: object, token?: string): Promise<Answer>
}

let hosts = 0

export function createClient(app: TestApp): TestClient {
  hosts += 1
  const remoteAddress = `198.51.${Math.floor(hosts / 250)}.${(hosts % 250) + 1}`
  return {
    async call(url, body, token) {
      const response = await app.app.inject({
        method: 'POST',
        url: `/api${url}`,
        remoteAddress,
        payload: body,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })
      return { status: response.statusCode, headers: response.headers, body: response.json() }
    },
  }
}

export interface Registrant {
  email: string
  username: string
  password: string
}

export function newRegistrant(overrides: Partial<Registrant> = {}): Registrant {
  const name = `reg${unique()}`
  return { email: `${name}@example.com`, username: name, password: `password of ${name}`, ...overrides }
}

/** The code in the `count`th email to an address. */
export async function codeOf(app: TestApp, email: string, count = 1): Promise<string> {
  await app.mailTo(email, count)
  return codeIn(app.mails.filter((mail) => mail.to === email)[count - 1]?.text ?? '')
}

const past = () => new Date(Date.now() - 1000)
const changeCodes = (app: TestApp, email: string, values: { can_resend_at: Date } | { expires_at: Date }) =>
  app.db.updateTable('codes').set(values).where('email', '=', email).execute()

/** Skips the waiting time before another code can be sent. */
export const letResend = (app: TestApp, email: string) => changeCodes(app, email, { can_resend_at: past() })

/** Ends the time of the codes of an address. */
export const expireCodes = (app: TestApp, email: string) => changeCodes(app, email, { expires_at: past() })

/** Registers, and returns the registration token. */
export async function register(client: TestClient, person: Registrant): Promise<string> {
  const answer = await client.call('/auth/register', person)
  expect([answer.status, answer.body.registrationToken]).toEqual([201, expect.any(String)])
  return answer.body.registrationToken
}

/** An owner and a stranger who enter the same address. */
export function twoPeople(app: TestApp) {
  const person = newRegistrant()
  return {
    person,
    pretender: newRegistrant({ email: person.email }),
    owner: createClient(app),
    stranger: createClient(app),
  }
}

/** Enters wrong codes; returns the remaining attempts after each, or the error code of a 429. */
export async function failCodes(
  client: TestClient,
  email: string,
  code: string,
  times: number,
  registrationToken?: string,
) {
  const answers: (number | string)[] = []
  for (let attempt = 0; attempt < times; attempt += 1) {
    const { status, body } = await client.call('/auth/verify-email', {
      email,
      code: otherCode(code),
      registrationToken,
    })
    answers.push(status === 429 ? body.code : body.attemptsRemaining)
  }
  return answers
}
