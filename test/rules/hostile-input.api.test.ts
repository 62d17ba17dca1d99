import { afterEach, describe, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { codeOfIssue } from '#contract/field-code.ts'
import type { Language } from '#contract/languages.ts'
import type { Answer } from '#test/app.ts'
import { allFields, type Field, withValue } from '#test/contract-fields.ts'
import { buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { goodValues, leastOf, pathOf } from '#test/good-values.ts'
import { REFUSED, STRANGE, TYPED, UNUSABLE } from '#test/hostile-values.ts'
import { multipart } from '#test/multipart.ts'
import { fieldText } from '../../server/platform/errors.ts'

const app = await appForFile({}, { isMeasured: true })
const member = await buildMember(app, { role: 'admin' })
const meme = await buildMeme(app, { user: member.user })
const token = member.token
const admin = await buildMember(app, { role: 'admin' })
const adminToken = admin.token
const members = await app.db.selectFrom('users').select(['id', 'username', 'username_key']).execute()
// Some values turn on the requirement that admins have a second factor.
for (const user_id of [member.user.id, admin.user.id])
  await app.db.insertInto('passkey_factors').values({ user_id }).execute()
const good = goodValues(meme.id)
// Restores usernames: some values are valid usernames, and the call that deletes a person by name would delete a member with such
// a name.
afterEach(async () => {
  for (const { id, username, username_key } of members) await changeUsers(app.db, id, { username, username_key })
})

function queryOf(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Lone surrogates cannot be percent-encoded, so they cannot occur in a URL. */
const fitsInAddress = (value: unknown) => typeof value === 'string' && value.isWellFormed()

interface Sent {
  call: CallShape
  params: unknown
  query: unknown
  body: unknown
  asMultipart: boolean
}

function send({ call, params, query, body, asMultipart }: Sent, as: string | undefined, language: string) {
  const url = pathOf(call, params as never) + queryOf(query as never)
  const { payload, headers } = asMultipart ? asForm(body as object) : asJson(call, body)
  return app.call(call.method, url, {
    ...(as ? { token: as } : {}),
    ...(payload ? { payload } : {}),
    headers: { ...headers, 'accept-language': language },
  })
}

const asForm = (body: object) =>
  multipart(Object.entries(body).map(([name, value]) => ({ name, value: String(value) })))
const asJson = (call: CallShape, body: unknown) =>
  call.body
    ? { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    : { payload: undefined, headers: {} }

const isJson = ({ headers }: Answer) => String(headers['content-type']).startsWith('application/json')

interface Try {
  value: unknown
  asMultipart: boolean
  language: Language
  /**
   * A call for members refuses visitors before it reads the value, so they send only the first one of a field, as JSON and as a
   * form.
   */
  isFirst: boolean
}

/** Sends one value in one field and returns the faults of the response. */
async function problemOf(field: Field, { value, asMultipart, language, isFirst }: Try) {
  const { call, part, path } = field
  const base = { params: leastOf(call.params, good), query: leastOf(call.query, good), body: leastOf(call.body, good) }
  const sent: Sent = { call, ...base, [part]: withValue(base[part], path, value), asMultipart }
  const refused = (call[part]?.safeParse(sent[part], { error: codeOfIssue }).error?.issues ?? []).map((issue) =>
    issue.path.join('.'),
  )
  const name = path.join('.')
  const visitors = call.auth === 'member' && !isFirst ? [] : [undefined]
  for (const as of [...visitors, call.role ? adminToken : token]) {
    const answer = await send(sent, as, language)
    const request = `${call.method} ${call.path} ${part}.${name} = ${JSON.stringify(value)?.slice(0, 60)} as ${as ? 'member' : 'visitor'}${asMultipart ? ', multipart' : ''}: ${answer.status} ${answer.body?.code}`
    // Without a configured provider the response is 400; 503 would mean that the provider was called.
    if (answer.status >= 500) return request
    if (call.auth === 'member' && !as) {
      if (answer.status !== 401) return request
      continue
    }
    const isRead = call.multipart !== 'required' || asMultipart || part !== 'body'
    if (!refused.includes(name) || !isRead) continue
    const errors: { path: string; code: string; message: string }[] = (isJson(answer) && answer.body.errors) || []
    const named = errors.find((error) => error.path === name)
    if (answer.status !== 400 || !named) return `${request} does not name the field`
    if (named.message !== fieldText(named.code as never, language)) return `${request} says ${named.message}`
  }
  return undefined
}

const fields = allFields()
const label = ({ part, path }: Field) => `${part}.${path.join('.')}`

test('every required value of a call is in the table of valid values', () => {
  for (const [key, call] of Object.entries(calls) as [string, CallShape][]) {
    for (const part of ['params', 'query', 'body'] as const) {
      const result = call[part]?.safeParse(leastOf(call[part], good))
      expect([key, part, result?.error?.issues ?? []]).toEqual([key, part, []])
    }
  }
})

test('the schemas refuse all invalid values for each kind of field', () => {
  const taken = fields.flatMap((field) =>
    REFUSED[field.kind].flatMap((value) => {
      const schema = field.call[field.part]
      const input = withValue(leastOf(schema, good), field.path, value)
      return schema?.safeParse(input).success ? [`${field.key} ${label(field)} ${JSON.stringify(value)}`] : []
    }),
  )
  expect(taken).toEqual([])
})

describe.each([...new Set(fields.map(({ key }) => key))])('%s', (key) => {
  test('returns a 400 with the field’s name, and no server error', async () => {
    const problems: string[] = []
    let turn = 0
    for (const field of fields.filter((one) => one.key === key)) {
      const texts = [...REFUSED[field.kind], ...STRANGE[field.kind]]
      const tries: [unknown, boolean][] =
        field.part === 'body'
          ? [...texts, ...TYPED].map((value) => [value, false])
          : texts.filter(fitsInAddress).map((value) => [value, false])
      if (field.part === 'body' && field.call.multipart && field.path.length === 1)
        tries.push(...texts.filter(fitsInAddress).map((value): [unknown, boolean] => [value, true]))
      for (const [index, [value, asMultipart]] of tries.entries()) {
        turn += 1
        // An empty or overlong parameter is a different URL.
        if (field.part === 'params' && (value === '' || String(value).length > 300)) continue
        const language = turn % 2 ? 'en' : 'vi'
        const isFirst = tries.findIndex(([, other]) => other === asMultipart) === index
        const problem = await problemOf(field, { value, asMultipart, language, isFirst })
        if (problem) problems.push(problem)
      }
    }
    expect(problems).toEqual([])
  })
})

/** JSON with non-ASCII characters escaped: the JSON text is valid even if a value in it is not. */
const asciiJson = (value: unknown) =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('values outside the fields', () => {
  const picture = { name: 'images', value: 'no picture', fileName: 'cat.png' }
  const bulk = (memes: unknown, file: { fileName: string } = picture) =>
    app.call('POST', '/meme/bulk', {
      token,
      ...multipart([
        { name: 'memes', value: asciiJson(memes) },
        { ...picture, ...file },
      ]),
    })

  test.each(['name', 'description', 'key'])('the %s of a file in a bulk upload', async (name) => {
    for (const value of UNUSABLE) {
      const answer = await bulk([{ [name]: value }])
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toMatchObject([{ path: `memes.0.${name}`, code: 'invalidText' }])
    }
  })

  test('the name of a file', async () => {
    const answer = await bulk([{}], { fileName: 'ca\0t.png' })
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'images', code: 'invalidText' }]])
    const upload = multipart([{ name: 'image', value: 'no picture', fileName: 'ca\0t.png' }])
    for (const url of ['/meme', '/vector-search/image'])
      expect((await app.call('POST', url, { token, ...upload })).body.errors).toMatchObject([{ path: 'image' }])
  })

  test('a form in an encoding that allows a lone surrogate', async () => {
    const half = Buffer.from('\ud800', 'utf16le')
    const form = multipart([{ name: 'name', value: half, type: 'text/plain; charset=utf-16le' }])
    const answer = await app.call('POST', '/meme', { token, ...form })
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'name', code: 'invalidText' }]])
  })

  test.each([
    ...['/api/meme/%', '/api/meme/%E0%A4%A', '/api/users/%ff', '/api/users/%ed%a0%80', '/api/meme/user/%00'],
    ...['/api/%00', '/media/%00', '/media/%', '/api/tags?%', '/api/vector-search/text?q=%E0%A4%A', '/%00', '/%'],
    `/api/users/${'x'.repeat(4000)}`,
  ])('the address %s', async (url) => {
    const { statusCode, headers, body } = await app.app.inject({ url, headers: { 'accept-language': 'vi' } })
    expect([url, statusCode < 500]).toEqual([url, true])
    if (statusCode >= 400) {
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(JSON.parse(body)).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) })
    }
  })

  test.each([
    ['user-agent', '\xff\xfe'.repeat(3000)],
    ['accept-language', '*;q=NaN, vi;q=1e999, ;;,=,\xff'],
    ['authorization', 'Bearer \xff.\xff.\xff'],
    ['content-type', 'application/json; charset=nonsense'],
    ['last-event-id', '99999999999999999999'],
    ['range', 'bytes=99999999999999999999-1'],
    ['if-none-match', '\xff'],
  ])('the header %s', async (name, value) => {
    for (const as of [undefined, token]) {
      const headers = { ...(as ? { authorization: `Bearer ${as}` } : {}), [name]: value }
      for (const url of ['/api/recommendation-feed', '/api/config', `/api/meme/bulk/progress/${good.uploadId}`])
        expect((await app.app.inject({ url, headers })).statusCode).toBeLessThan(500)
      const payload = JSON.stringify({ memeId: good.memeId, action: 'view' })
      const type = { 'content-type': 'application/json', ...headers }
      const posted = await app.app.inject({ method: 'POST', url: '/api/user-action', headers: type, payload })
      expect(posted.statusCode).toBeLessThan(500)
    }
  })
})
