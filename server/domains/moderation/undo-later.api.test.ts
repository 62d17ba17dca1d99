import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { type BuiltMember, buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { insertReport } from './queries.ts'
import { DECISION_RACE_MS } from './rules.ts'

const app = await appForFile()
const [first, second] = [await buildMember(app, { role: 'moderator' }), await buildMember(app, { role: 'moderator' })]

/** Decisions take effect although another moderator decided at the same moment. */
beforeAll(() => {
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + DECISION_RACE_MS + 1000)
})
afterAll(() => vi.restoreAllMocks())

const decide = (by: BuiltMember, path: string, body: object = {}) =>
  app.call('POST', `/moderation/${path}`, { token: by.token, body: { reason: 'Because', ...body } })

type Decisions = Record<string, (by: BuiltMember, id: string) => ReturnType<typeof decide>>
const ABOUT_MEMES: Decisions = {
  approve: (by, id) => decide(by, `memes/${id}/approve`),
  remove: (by, id) => decide(by, `memes/${id}/remove`),
  block: (by, id) => decide(by, `memes/${id}/remove`, { block: true }),
  restore: (by, id) => decide(by, `memes/${id}/restore`),
  dismiss: (by, id) => decide(by, `reports/${id}/dismiss`),
}
const ABOUT_PEOPLE: Decisions = {
  suspend: (by, id) => decide(by, `users/${id}/suspend`),
  unsuspend: (by, id) => decide(by, `users/${id}/unsuspend`),
}
/** Every pair of decisions, and every decision after a pair that leaves the start state. */
const series = (decisions: Decisions, [done, reverted]: [string, string]) => {
  const all = Object.keys(decisions)
  return [...all.flatMap((a) => all.map((b) => [a, b])), ...all.map((c) => [done, reverted, c])]
}

async function reportedMeme() {
  const { id } = await buildMeme(app)
  await changeMemes(app.db, id, { status: 'review' })
  const report = { memeId: id, reporterId: null, reporterKey: id, reason: 'spam', note: '' }
  await withTransaction(app.db, (tx) => insertReport(tx, report))
  return id
}
async function stateOfMeme(id: string) {
  const { status, removed_reason, blob_origin } = await app.db
    .selectFrom('memes')
    .select(['status', 'removed_reason', 'blob_origin'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const blocked = await app.db.selectFrom('blocked_pictures').select('meme_id').where('meme_id', '=', id).execute()
  const file = await app.db.selectFrom('blobs').select('blocked_at').where('key', '=', blob_origin).executeTakeFirst()
  const reports = await app.db.selectFrom('reports').select('status').where('meme_id', '=', id).execute()
  return { status, removed_reason, blocked: blocked.length, file: file?.blocked_at, reports }
}
const stateOfPerson = (id: string) =>
  app.db.selectFrom('users').select(['suspended_at', 'suspended_reason']).where('id', '=', id).executeTakeFirst()

/** Makes the decisions by two moderators in turn; returns the first decision, and true if a later one took effect. */
async function decideAll(decisions: Decisions, steps: string[], id: string) {
  const [opening = '', ...rest] = steps
  const { body, status } = await (decisions[opening] as Decisions[string])(first, id)
  let later = false
  for (const [index, step] of rest.entries()) {
    const answer = await (decisions[step] as Decisions[string])(index % 2 === 0 ? second : first, id)
    later ||= answer.status === 200
  }
  return { decisionId: status === 200 ? (body.decisionId as string) : undefined, later }
}

async function expectUndoOnlyOfLast(
  decisions: Decisions,
  steps: string[],
  id: string,
  state: typeof stateOfMeme | typeof stateOfPerson,
) {
  const start = await state(id)
  const { decisionId, later } = await decideAll(decisions, steps, id)
  if (!decisionId) return false
  const before = await state(id)
  const undone = await decide(first, `decisions/${decisionId}/undo`)
  if (!later && undone.status === 200) expect(await state(id), steps.join()).toEqual(start)
  else {
    expect([steps.join(), undone.body.code]).toEqual([steps.join(), 'moderation.undoExpired'])
    expect(await state(id), steps.join()).toEqual(before)
  }
  return later
}

test('undoing a decision never changes the effect of a later decision about the same meme', async () => {
  let later = 0
  for (const steps of series(ABOUT_MEMES, ['remove', 'restore']))
    if (await expectUndoOnlyOfLast(ABOUT_MEMES, steps, await reportedMeme(), stateOfMeme)) later += 1
  expect(later).toBeGreaterThan(10)
})

test('undoing a decision never changes the effect of a later decision about the same person', async () => {
  let later = 0
  for (const steps of series(ABOUT_PEOPLE, ['suspend', 'unsuspend'])) {
    const { user } = await buildMember(app)
    if (await expectUndoOnlyOfLast(ABOUT_PEOPLE, steps, user.id, stateOfPerson)) later += 1
  }
  expect(later).toBeGreaterThan(1)
})

test('a decision can be undone after a later decision was undone', async () => {
  const id = await reportedMeme()
  const approved = await ABOUT_MEMES.approve?.(first, id)
  const removed = await ABOUT_MEMES.remove?.(second, id)
  expect((await decide(second, `decisions/${removed?.body.decisionId}/undo`)).status).toBe(200)
  expect((await decide(first, `decisions/${approved?.body.decisionId}/undo`)).status).toBe(200)
  expect(await stateOfMeme(id)).toMatchObject({ status: 'review' })
})
