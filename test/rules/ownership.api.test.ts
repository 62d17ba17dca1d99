import { beforeAll, describe, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { allRows, changedRows, isRefusal, unknownIn } from '#test/all-rows.ts'
import type { TestApp } from '#test/app.ts'
import { allFields } from '#test/contract-fields.ts'
import { type BuiltMember, buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import type { Owned, OwnedCase } from '#test/owned-case.ts'
import { NOWHERE, OWNED } from '#test/owned-objects.ts'

const IGNORED = {
  'sessions.last_used_at': 'time of the last use',
  'users.last_active_at': 'time of the last visit',
}

const cases = (Object.entries(OWNED) as [CallKey, OwnedCase | string][]).flatMap(([key, found]) =>
  typeof found === 'string' ? [] : [[key, found] as const],
)

const built = new Map<CallKey, Owned>()
const app = await appForFile({ linkFetchAllowlist: [NOWHERE] })
const { token } = await buildMember(app, { role: 'admin' })
expect((await app.call('PUT', '/admin/settings', { token, body: { webPush: true } })).status).toBe(200)
for (const [key, { build, isBrief }] of cases) if (!isBrief) built.set(key, await build(app))
// From here on nothing but requests changes rows.
await app.deps.jobs.stop()

/** Returns true if a value of a body can be an object's id. */
const isName = (name: string | undefined, kind: string) => kind === 'uuid' || /^(id|until)$|Ids?$/.test(name ?? '')

test('every call with an object id has a test of its owner, or a reason', () => {
  const inPath = (Object.keys(calls) as CallKey[]).filter((key) => key.includes('{'))
  const inBody = allFields().flatMap(({ key, part, path, kind }) => {
    const name = path.findLast((step) => step !== '0')
    return part === 'body' && isName(name, kind) ? [key] : []
  })
  const missing = [...new Set([...inPath, ...inBody])].filter((key) => !(key in OWNED))
  expect(missing).toEqual([])
})

test('the ignored columns exist', async () => {
  expect(await unknownIn(app.db, IGNORED)).toEqual([])
})

function send(key: CallKey, { params = {}, body }: Owned, by?: BuiltMember) {
  const { method, path }: CallShape = calls[key]
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `no ${name}`)
  return app.call(method, url, { ...(by ? { token: by.token } : {}), ...(body ? { body } : {}) })
}

/** Returns the rows that one request changes, except the member's own. */
async function changesOf(request: () => ReturnType<TestApp['call']>, ofOther?: BuiltMember) {
  const before = await allRows(app.db, IGNORED)
  const answer = await request()
  const rows = changedRows(before, await allRows(app.db, IGNORED)).filter((row) => !isRefusal(row))
  return { answer, changes: rows.filter((row) => !(ofOther && row.includes(ofOther.user.id))) }
}

describe.each(cases)('%s', (key, { build, stranger, strangerRole = 'member', refusedWith, isBrief }) => {
  const call: CallShape = calls[key]
  beforeAll(async () => {
    if (isBrief) built.set(key, await build(app))
  })
  const owned = () => built.get(key) as Owned

  test('refuses a visitor and changes nothing', async () => {
    const { answer, changes } = await changesOf(() => send(key, owned()))
    expect([answer.status, changes]).toEqual([call.auth === 'member' ? 401 : 404, []])
  })

  const isRefused = stranger === 'refused'
  test(`another member ${isRefused ? 'is refused and ' : ''}changes nothing`, async () => {
    const other = await buildMember(app, { role: strangerRole })
    const { answer, changes } = await changesOf(() => send(key, owned(), other), isRefused ? undefined : other)
    expect(changes).toEqual([])
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    if (isRefused) expect(refusedWith ? [refusedWith] : [403, 404]).toContain(answer.status)
  })

  test('accepts the same request from the owner', async () => {
    const { owner } = owned()
    const { answer, changes } = await changesOf(() => send(key, owned(), owner))
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    expect(changes.length > 0).toBe(call.method !== 'GET')
  })
})
