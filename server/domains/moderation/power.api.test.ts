import { describe, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { hasPowerOver } from '#contract/people/power.ts'
import { ROLES, type Role } from '#contract/people/roles.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { type BuiltMember, buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { removeMeme, suspendMember } from './moderate.ts'
import { appendLog, insertReport } from './queries.ts'
import { insertWrongWords } from './wrong-words-queries.ts'

const app = await appForFile()
// Create another admin, who is above every moderator and admin.
await buildMember(app, { role: 'admin' })

interface Case {
  actor: BuiltMember
  target: BuiltMember
}
interface Decision {
  /** Prepares the target of the decision; returns the id for the path. */
  prepare(of: Case): Promise<string>
  body?: object
}

const because = { reason: 'Because' }
const memeOf = async ({ target }: Case) => (await buildMeme(app, { user: target.user })).id
const removedMemeOf = async (of: Case) => {
  const id = await memeOf(of)
  await removeMeme(app.deps, null, id, 'Spam')
  return id
}
const reportedMemeOf = async (of: Case) => {
  const id = await memeOf(of)
  const report = { memeId: id, reporterId: null, reporterKey: id, reason: 'spam', note: '' }
  await withTransaction(app.db, (tx) => insertReport(tx, report))
  return id
}
const misreadMemeOf = async (of: Case) => {
  const id = await memeOf(of)
  await withTransaction(app.db, (tx) => insertWrongWords(tx, id))
  return id
}
const personOf = async ({ target }: Case) => target.user.id
const appealOf = async ({ target }: Case, memeId: string | null) => {
  const id = newId()
  await app.db
    .insertInto('appeals')
    .values({ id, user_id: target.user.id, meme_id: memeId, about_at: new Date(), note: 'Please' })
    .execute()
  return id
}
const decisionOf = async (of: Case) => {
  const [id, memeId] = [newId(), await removedMemeOf(of)]
  const entry = { id, action: 'remove', targetKind: 'meme', targetId: memeId, reason: 'Spam' } as const
  await withTransaction(app.db, (tx) => appendLog(tx, [{ ...entry, actorId: of.actor.user.id }]))
  return id
}
const suspensionOf = async (of: Case) => {
  const id = newId()
  // A suspended member cannot make the call, so insert the log entry of a member who suspended themselves.
  if (of.actor !== of.target && !(await isSuspended(of.target))) await suspend(of.target)
  const entry = { id, action: 'suspend', targetKind: 'user', targetId: of.target.user.id, reason: 'Spam' } as const
  await withTransaction(app.db, (tx) => appendLog(tx, [{ ...entry, actorId: of.actor.user.id }]))
  return id
}

/** Logs the suspension and removals of the target as the actor's, before the target's appeals. */
const logDecisions = async ({ actor, target }: Case, prepared: string) => {
  const { id } = target.user
  const memes = await app.db.selectFrom('memes').select('id').where('user_id', '=', id).execute()
  const entry = { reason: 'Spam', actorId: actor.user.id }
  await withTransaction(app.db, (tx) =>
    appendLog(tx, [
      { ...entry, action: 'suspend', targetKind: 'user', targetId: id },
      ...memes.map((meme) => ({ ...entry, action: 'remove', targetKind: 'meme', targetId: meme.id }) as const),
    ]),
  )
  const soon = new Date(Date.now() + 60_000)
  await app.db.updateTable('appeals').set({ created_at: soon }).where('user_id', '=', id).execute()
  return prepared
}

/** Concerns no member: any actor with the role may make the call. */
const SITE = 'of the site'

/** Every call that makes decisions, with its possible decisions. */
const DECISIONS: Partial<Record<CallKey, Record<string, Decision> | typeof SITE>> = {
  'POST /moderation/memes/{id}/approve': { 'a reported meme': { prepare: reportedMemeOf } },
  'POST /moderation/memes/{id}/remove': { 'a meme': { prepare: memeOf, body: because } },
  'POST /moderation/memes/{id}/sensitive': {
    'a mark': { prepare: memeOf, body: { sensitive: true } },
    'no mark': { prepare: memeOf, body: { sensitive: false } },
  },
  'POST /moderation/memes/{id}/words': { 'a correction': { prepare: memeOf, body: { readText: 'Right words' } } },
  'POST /moderation/words/{id}/dismiss': { 'reported words': { prepare: misreadMemeOf } },
  'POST /moderation/memes/{id}/restore': { 'a removed meme': { prepare: removedMemeOf, body: because } },
  'POST /moderation/reports/{id}/dismiss': {
    'all reports of a meme': { prepare: reportedMemeOf },
    'one report': {
      async prepare(of) {
        const memeId = await reportedMemeOf(of)
        const row = app.db.selectFrom('reports').select('id').where('meme_id', '=', memeId)
        return (await row.executeTakeFirstOrThrow()).id
      },
    },
    'reports of a deleted meme': {
      async prepare(of) {
        const id = await reportedMemeOf(of)
        await changeMemes(app.db, id, { deleted_at: new Date() })
        return id
      },
    },
  },
  'POST /moderation/users/{id}/suspend': { 'a person': { prepare: personOf, body: because } },
  'POST /moderation/users/{id}/unsuspend': { 'a person': { prepare: personOf, body: because } },
  'POST /moderation/decisions/{id}/undo': {
    'a removal': { prepare: decisionOf },
    'a suspension': { prepare: suspensionOf },
  },
  'POST /moderation/appeals/{id}/accept': {
    'against a suspension': { prepare: (of) => appealOf(of, null), body: because },
    'against a removal': { prepare: async (of) => appealOf(of, await removedMemeOf(of)), body: because },
  },
  'POST /moderation/appeals/{id}/reject': {
    'against a suspension': { prepare: (of) => appealOf(of, null), body: because },
    'against a removal': { prepare: async (of) => appealOf(of, await removedMemeOf(of)), body: because },
  },
  'PUT /admin/people/{id}/role': { 'a person': { prepare: personOf, body: { role: 'moderator' } } },
  'PUT /admin/people/{id}/quota': { 'a person': { prepare: personOf, body: { memes: 1, megabytes: null } } },
  'POST /admin/people/{id}/reset-link': { 'a person': { prepare: personOf, body: {} } },
  'POST /admin/people/{id}/delete': { 'a person': { prepare: personOf, body: because } },
  'POST /admin/people': SITE,
  'POST /admin/claim': SITE,
  'PUT /admin/settings': SITE,
  'PUT /admin/logo': SITE,
  'DELETE /admin/logo': SITE,
  'POST /admin/invites': SITE,
  'DELETE /admin/invites/{id}': SITE,
  'POST /admin/networks': SITE,
  'DELETE /admin/networks/{id}': SITE,
  'POST /admin/gif-keys': SITE,
  'DELETE /admin/gif-keys/{id}': SITE,
  'POST /admin/webhooks': SITE,
  'PATCH /admin/webhooks/{id}': SITE,
  'DELETE /admin/webhooks/{id}': SITE,
  'POST /admin/webhooks/{id}/rotate-secret': SITE,
  'POST /admin/webhooks/{id}/test-event': SITE,
  'POST /admin/webhooks/{id}/deliveries/{deliveryId}/redeliver': SITE,
  // Many members contribute to a template: these calls change neither its members' rights nor their view of their memes.
  'POST /moderation/known-templates': SITE,
  'PUT /moderation/known-templates/{id}': SITE,
  'DELETE /moderation/known-templates/{id}': SITE,
  'POST /moderation/known-templates/{id}/restore': SITE,
  'PATCH /template/{id}': SITE,
  'PUT /template/{id}/picture': SITE,
  'POST /template/{id}/split': SITE,
  'POST /template/{id}/merge': SITE,
  'PUT /moderation/tags/{tag}/alias': SITE,
  'DELETE /moderation/tags/{tag}/alias': SITE,
}

const suspend = (member: BuiltMember) => suspendMember(app.deps, null, member.user.id, 'Spam')
const isSuspended = async ({ user }: BuiltMember) =>
  (await app.db.selectFrom('users').select('suspended_at').where('id', '=', user.id).executeTakeFirst())
    ?.suspended_at !== null

const countLog = async () =>
  (
    await app.db
      .selectFrom('moderation_log')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
  ).count

async function outcome(key: CallKey, decision: Decision, of: Case): Promise<string> {
  const call: CallShape = calls[key]
  const url = call.path.replace('{id}', await decision.prepare(of))
  const before = await countLog()
  const { status, body } = await app.call(call.method, url, { token: of.actor.token, body: decision.body ?? {} })
  if (status === 401 || status === 403) {
    expect([key, await countLog()]).toEqual([key, before])
    return body.code
  }
  // A conflict or a missing target, such as suspending a suspended member, also means that access was granted.
  expect([key, [200, 404, 409].includes(status), body.code]).toEqual([key, true, body.code])
  return 'let in'
}

test('every moderation call is in the table', () => {
  const deciding = (Object.keys(calls) as CallKey[]).filter((key) => {
    const call: CallShape = calls[key]
    const isOfDesk = /^\/(moderation|admin)\//.test(call.path)
    return call.method !== 'GET' && (isOfDesk || call.role !== undefined)
  })
  expect(deciding.sort()).toEqual(Object.keys(DECISIONS).sort())
})

const rows = Object.entries(DECISIONS).flatMap(([key, kinds]) =>
  kinds === SITE
    ? []
    : Object.entries(kinds ?? {}).map(([about, decision]) => ({ key: key as CallKey, about, decision })),
)

describe('allowed targets of each decision', { timeout: 300_000 }, () => {
  test.each(rows)('$key: $about', async ({ key, decision }) => {
    const needed = (calls[key] as CallShape).role
    const found: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    // test/rules/permissions.api.test.ts makes each call without the needed role.
    for (const role of needed === 'admin' ? (['admin'] as const) : (['moderator', 'admin'] as const)) {
      const actor = await buildMember(app, { role })
      found[`${role}: themselves`] = await outcome(key, decision, { actor, target: actor })
      wanted[`${role}: themselves`] = 'moderation.protected'
      // Admins have power over everyone, whatever the state.
      for (const other of ROLES)
        for (const suspended of role === 'admin' ? [false] : [false, true]) {
          const name = `${role}: ${suspended ? 'a suspended ' : ''}${other}`
          const target = await buildMember(app, { role: other })
          if (suspended) await suspend(target)
          found[name] = await outcome(key, decision, { actor, target })
          wanted[name] = hasPowerOver(role, other) ? 'let in' : 'moderation.protected'
        }
    }
    expect(found).toEqual(wanted)
  })

  test.each(rows)('right after an own decision: $key: $about', async ({ key, decision }) => {
    const role = (calls[key] as CallShape).role === 'admin' ? 'admin' : 'moderator'
    const of = { actor: await buildMember(app, { role }), target: await buildMember(app) }
    const prepare = async () => logDecisions(of, await decision.prepare(of))
    const wanted = key.includes('/appeals/') ? 'moderation.protected' : 'let in'
    expect(await outcome(key, { ...decision, prepare }, of)).toBe(wanted)
  })

  test('hasPowerOver', () => {
    const all = (role: Role) => ROLES.filter((other) => hasPowerOver(role, other))
    expect([all('member'), all('moderator'), all('admin')]).toEqual([[], ['member'], [...ROLES]])
  })
})

test('a meme of the only admin can be decided on by others only, and their appeal goes to the operator', async () => {
  const admin = await buildMember(app, { role: 'admin' })
  const moderator = await buildMember(app, { role: 'moderator' })
  await app.db
    .updateTable('users')
    .set({ role: 'member' })
    .where('id', '<>', admin.user.id)
    .where('role', '=', 'admin')
    .execute()
  const of = { actor: moderator, target: admin }
  const decide = (path: string, body: object, by = moderator) =>
    app.call('POST', `/moderation/${path}`, { token: by.token, body })
  const reported = await reportedMemeOf(of)
  expect((await decide(`reports/${reported}/dismiss`, {}, admin)).body.code).toBe('moderation.protected')
  expect((await decide(`reports/${reported}/dismiss`, {})).status).toBe(200)
  expect((await decide(`memes/${reported}/remove`, because)).status).toBe(200)
  const appeal = await appealOf(of, reported)
  for (const by of [moderator, admin])
    expect((await decide(`appeals/${appeal}/accept`, because, by)).body.code).toBe('moderation.protected')
  expect((await decide(`users/${admin.user.id}/suspend`, because)).body.code).toBe('moderation.protected')
})

test('moderators and admins never read who reported their own memes, or the notes', async () => {
  await app.db.deleteFrom('reports').execute()
  const [reporter, reader] = [await buildMember(app), await buildMember(app, { role: 'moderator' })]
  const note = 'I know the uploader'
  const lists = (Object.values(calls) as CallShape[]).filter(({ method, role }) => method === 'GET' && role)
  const readBy = async (by: BuiltMember, path: string) => {
    const { body } = await app.call('GET', path.replaceAll(/\{\w+\}/g, newId()), { token: by.token })
    return [note, reporter.user.id].some((secret) => JSON.stringify(body).includes(secret))
  }
  for (const role of ['moderator', 'admin'] as const) {
    const uploader = await buildMember(app, { role })
    const { id } = await buildMeme(app, { user: uploader.user })
    const report = { token: reporter.token, body: { reason: 'spam', note } }
    expect((await app.call('POST', `/meme/${id}/report`, report)).status).toBe(202)
    for (const { path } of lists)
      if (path !== '/admin/people') expect([role, path, await readBy(uploader, path)]).toEqual([role, path, false])
    expect(await readBy(reader, '/moderation/reports')).toBe(true)
    await app.db.deleteFrom('reports').execute()
  }
})
