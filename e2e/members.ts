import { expect, type Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import accountEn from '#web/locales/en/account.json' with { type: 'json' }
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import accountVi from '#web/locales/vi/account.json' with { type: 'json' }
import commonVi from '#web/locales/vi/common.json' with { type: 'json' }

/** What the screens say, so that a test reads the same in both languages. */
export const TEXTS = {
  en: { account: accountEn, common: commonEn },
  vi: { account: accountVi, common: commonVi },
} as const
export type TestLanguage = keyof typeof TEXTS
export const TEST_LANGUAGES = ['en', 'vi'] as const

const CODE_WAIT_MS = 10_000
const CODE_POLL_MS = 50
let counter = 0

export interface TestMember {
  email: string
  username: string
  password: string
}

export function newPerson(): TestMember {
  counter += 1
  const name = `mia${Date.now().toString(36)}${counter}`
  return { email: `${name}@example.com`, username: name, password: 'correct horse' }
}

/** The last code that was sent to an address: without a mail server each stands in the log. */
export async function codeFor(
  app: AppProcess,
  email: string,
  purpose: 'verify-email' | 'reset-password' | 'change-email' | 'confirm-change',
): Promise<string> {
  const until = Date.now() + CODE_WAIT_MS
  for (;;) {
    const found = [...app.log().matchAll(/code (\d{6}) \(([\w-]+)\) for ([^\s"]+)/g)]
      .filter((match) => match[2] === purpose && match[3] === email)
      .at(-1)?.[1]
    if (found) return found
    if (Date.now() > until) throw new Error(`no code to ${email}`)
    await new Promise((resolve) => setTimeout(resolve, CODE_POLL_MS))
  }
}

async function post(app: AppProcess, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** A verified member, made over the API. */
export async function createMember(app: AppProcess): Promise<TestMember> {
  const person = newPerson()
  await post(app, '/auth/register', person)
  await post(app, '/auth/verify-email', {
    email: person.email,
    code: await codeFor(app, person.email, 'verify-email'),
  })
  return person
}

/** Somebody who registers with this address over the API, and has not proved it. */
export async function registerBeside(app: AppProcess, email: string): Promise<TestMember> {
  const person = { ...newPerson(), email }
  await post(app, '/auth/register', person)
  return person
}

/** Signs a member in on this page, by the stored record that a login leaves, and opens an address. */
export async function openAs(page: Page, app: AppProcess, member: TestMember, path: string): Promise<void> {
  await page.goto('/sever-error')
  const headers = { 'user-agent': await page.evaluate(() => navigator.userAgent) }
  const { data } = await post(app, '/auth/login', { email: member.email, password: member.password }, headers)
  const { authentication, ...record } = data
  await page.evaluate(
    ([token, authen]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('authen', authen ?? '')
    },
    [authentication.token, JSON.stringify({ ...record, userId: record._id })],
  )
  await page.goto(path)
}

/** Presses the keys of a code, as somebody does who reads it off another screen, once the boxes are ready for it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole('textbox').first()).toBeFocused()
  for (const digit of code) await page.keyboard.press(digit)
}

export const otherCode = (code: string) => (code === '000000' ? '111111' : '000000')
