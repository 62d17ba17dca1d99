import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SignedIn } from '#contract/auth/auth.ts'
import { poll } from './poll.ts'

const MAIL_WAIT_MS = 60_000
const MAIL_POLL_MS = 50

/** A server in a separate process that writes its emails into an outbox. */
export interface RunningSite {
  /** Without a trailing slash. */
  url: string
  dataDir: string
}

/** The sign-up data of a person. */
export interface Person {
  email: string
  username: string
  password: string
}

/** The response to signing in. */
export type Session = SignedIn['data']

let counter = 0

/** A person unknown to every site, unless overridden. */
export function newPerson(given: Partial<Person> = {}): Person {
  counter += 1
  const username = given.username ?? `member${Date.now().toString(36)}${counter}`
  return { email: `${username}@example.com`, username, password: 'correct horse', ...given }
}

/** Sends JSON to `path` below /api. Throws for every status but 2xx, with the status and text. */
export async function postJson<T = unknown>(
  site: { url: string },
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const answer = await fetch(`${site.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** The code in the newest email to an address, extracted from its text, once at least `mails` emails with codes have arrived. */
export async function codeFor(site: Pick<RunningSite, 'dataDir'>, email: string, mails = 1): Promise<string> {
  const newest = async () => {
    const codes = await codesIn(path.join(site.dataDir, 'outbox'), email)
    return codes.length >= mails ? codes.at(-1) : undefined
  }
  return poll(newest, {
    withinMs: MAIL_WAIT_MS,
    everyMs: MAIL_POLL_MS,
    missing: `no code for ${email} within ${MAIL_WAIT_MS} ms`,
  })
}

/** The codes sent to an address, oldest first. */
async function codesIn(outbox: string, email: string): Promise<string[]> {
  const names = await readdir(outbox).catch(() => [])
  const codes: string[] = []
  for (const name of names.filter((name) => name.endsWith('.eml')).sort()) {
    const mail = await readFile(path.join(outbox, name), 'utf8')
    const code = /^Subject: (?:=\?UTF-8\?Q\?)?(\d{6})/m.exec(mail)?.[1]
    if (code && mail.split('\n').includes(`To: ${email}`)) codes.push(code)
  }
  return codes
}

/** Registers over the API; the address is not verified yet. */
export async function register(site: RunningSite, given: Partial<Person> = {}): Promise<Person> {
  const person = newPerson(given)
  await postJson(site, '/auth/register', person)
  return person
}

/** Registers and verifies over the API, as a person would. */
export async function createMember(site: RunningSite, given: Partial<Person> = {}): Promise<Person> {
  const person = await register(site, given)
  await postJson(site, '/auth/verify-email', { email: person.email, code: await codeFor(site, person.email) })
  return person
}

/** Logs in over the API. `headers` may set the user agent, which the list of devices shows. */
export async function logIn(
  site: RunningSite,
  { email, password }: Person,
  headers: Record<string, string> = {},
): Promise<Session> {
  const { data } = await postJson<SignedIn>(site, '/auth/login', { email, password }, headers)
  return data
}

/** A new member, registered, verified and logged in. */
export async function signUp(
  site: RunningSite,
  given: Partial<Person> = {},
  headers: Record<string, string> = {},
): Promise<Session> {
  return logIn(site, await createMember(site, given), headers)
}
