import { describe, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { allRows, changedRows } from '#test/all-rows.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { goodValues, leastOf, pathOf } from '#test/good-values.ts'
import { multipart } from '#test/multipart.ts'

/** Calls that a form of another site may make, with the reason. */
const OPEN: Partial<Record<CallKey, string>> = {
  'POST /notifications/unsubscribe':
    'mail clients send this form (RFC 8058); the URL contains the signed subscription, and `follower-mails.api.test.ts` tests it',
}

const changing = (Object.keys(calls) as CallKey[]).filter((key) => !key.startsWith('GET ') && !(key in OPEN))

let rows: string[]
const app = await appForFile()
const good = goodValues((await buildMeme(app)).id)
const cookie = await sessionCookie()
// From here on nothing but requests changes rows.
await app.deps.jobs.stop()
rows = await allRows(app.db, {})

/** A session where browsers would send it along to other sites' requests. */
async function sessionCookie(): Promise<string> {
  const { token } = await buildMember(app, { role: 'admin' })
  return ['token', 'session', 'authorization'].map((name) => `${name}=${encodeURIComponent(token)}`).join('; ')
}

interface Form {
  headers: Record<string, string>
  payload?: string | Buffer
}

/** Requests that a page can send to another site without a preflight, each with fields that the call would accept. */
function formsOf(call: CallShape): Record<string, Form> {
  const fields = leastOf(call.body, good)
  const texts = Object.entries(fields).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  const urlencoded = new URLSearchParams(texts.map(({ name, value }) => [name, value] as [string, string]))
  const forms: Record<string, Form> = {
    'JSON as text/plain': { headers: { 'content-type': 'text/plain' }, payload: JSON.stringify(fields) },
    'application/x-www-form-urlencoded': {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: urlencoded.toString() || 'a=b',
    },
  }
  // A visitor may search with a picture, which changes nothing.
  if (call.auth === 'member' || (call.body && !call.files)) forms['multipart/form-data'] = multipart(texts)
  if (call.auth === 'member') forms['no body'] = { headers: {} }
  return forms
}

describe.each(changing)('%s', (key) => {
  const call: CallShape = calls[key]
  // A public call that takes no body, such as the one for a nonce, may answer, but changes nothing.
  const statuses = call.auth === 'public' && !call.body ? [200, 400, 401, 415] : [400, 401, 415]

  test('a cross-site form is refused and changes nothing, with or without a session cookie', async () => {
    const before = rows
    for (const [name, { headers, payload }] of Object.entries(formsOf(call))) {
      for (const session of [{}, { cookie }]) {
        const from = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site', ...session }
        const { status } = await app.call(call.method, pathOf(call, good), {
          headers: { ...headers, ...from },
          ...(payload === undefined ? {} : { payload }),
        })
        expect([name, session, statuses.includes(status) || status]).toEqual([name, session, true])
      }
    }
    rows = await allRows(app.db, {})
    expect(changedRows(before, rows)).toEqual([])
  })
})
