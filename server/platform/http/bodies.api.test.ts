import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import type { Answer } from '#test/app.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const writing = Object.entries(calls as Record<string, CallShape>)
  .filter(([, call]) => call.method !== 'GET')
  .map(([key]) => key as CallKey)

const app = await appForFile()

/** Makes a call as a new admin, who has access to every call, on their own meme or another user's profile. */
async function ask(key: CallKey, headers: Record<string, string>, payload?: string | Readable): Promise<Answer> {
  const call: CallShape = calls[key]
  const { user, token } = await buildMember(app, { role: 'admin' })
  const other = await buildMember(app)
  const id = call.path.startsWith('/meme/{id}') ? (await buildMeme(app, { user })).id : other.user.id
  const url = call.path.replace('{id}', id).replace(/\{\w+\}/, UNKNOWN_ID)
  return app.call(call.method, url, { token, headers, ...(payload === undefined ? {} : { payload }) })
}

const json = { 'content-type': 'application/json' }

describe.each(writing)('%s with a content type and no body', (key) => {
  const call: CallShape = calls[key]

  test('gets the same answer as without the type, with errors for missing fields', async () => {
    const plain = await ask(key, {})
    const answers = [
      await ask(key, json),
      await ask(key, { 'content-type': 'application/json; charset=utf-8', 'content-length': '0' }),
      await ask(key, { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }),
      ...(call.multipart === 'required'
        ? []
        : [await ask(key, { ...json, 'transfer-encoding': 'chunked' }, Readable.from([]))]),
    ]
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([plain.status, plain.body.code])
      expect(body.errors?.map(({ path }: { path: string }) => path)).toEqual(
        plain.body.errors?.map(({ path }: { path: string }) => path),
      )
    }
    if (call.body && !call.body.safeParse({}).success && call.multipart !== 'required') {
      expect([plain.status, plain.body.code]).toEqual([400, 'request.invalid'])
      expect(plain.body.errors.length).toBeGreaterThan(0)
    } else expect(plain.body.code).not.toBe('request.malformed')
  })
})

const takingJson = writing.filter((key) => {
  const call: CallShape = calls[key]
  return call.multipart !== 'required' && !call.bytes
})
test.each(takingJson)('%s rejects invalid JSON', async (key) => {
  const { status, body } = await ask(key, json, '{"name":')
  expect([status, body.code]).toEqual([400, 'request.malformed'])
})
