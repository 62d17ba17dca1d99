import { expect, test } from 'vitest'
import type { ActionName } from '#contract/memes/actions.ts'
import { newId } from '#server/platform/db/id.ts'
import { type Member, NO_FILTERS } from '#server/platform/viewer.ts'
import { buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { createActionRecorder } from './record-action.ts'

const MEMBERS = 1000

const app = await appForFile()
const rows = Array.from({ length: MEMBERS }, () => {
  const name = `crowd${unique()}`
  return { id: newId(), username: name, username_key: name, display_name: name, email_verified_at: new Date() }
})
await app.db.insertInto('users').values(rows).execute()
const members = rows.map(
  ({ id, username }, index): Member => ({
    kind: 'member',
    userId: id,
    username,
    sessionId: newId(),
    confirmedAt: new Date(),
    contentLanguage: 'en',
    language: 'en',
    suspended: false,
    role: 'member',
    filters: NO_FILTERS,
    address: `10.0.${index >> 8}.${index & 255}`,
    userAgent: 'crowd',
  }),
)

const sums = async (memeId: string) => {
  const { stats, ledger, hours } = {
    stats: await app.db.selectFrom('meme_stats').selectAll().where('meme_id', '=', memeId).executeTakeFirstOrThrow(),
    ledger: await app.db.selectFrom('actions').select(['action', 'delta']).where('meme_id', '=', memeId).execute(),
    hours: await app.db.selectFrom('meme_hours').selectAll().where('meme_id', '=', memeId).execute(),
  }
  const ledgered = (action: ActionName) =>
    ledger.filter((row) => row.action === action).reduce((sum, row) => sum + row.delta, 0)
  return {
    counted: { likes: stats.like_count, dislikes: stats.dislike_count, views: stats.view_count },
    ledgered: { likes: ledgered('like'), dislikes: ledgered('dislike'), views: ledgered('view') },
    hourly: {
      likes: hours.reduce((sum, row) => sum + row.likes, 0),
      views: hours.reduce((sum, row) => sum + row.views, 0),
    },
  }
}

test('a thousand simultaneous likes of one meme on two nodes are counted exactly', async () => {
  const meme = await buildMeme(app)
  const nodes = [createActionRecorder(app.deps), createActionRecorder(app.deps)]
  const answers = await Promise.all(
    members.map((member, index) => nodes[index % 2]?.(member, { memeId: meme.id, action: 'like', active: true })),
  )
  expect(answers.every((answer) => answer?.viewer?.isLiked)).toBe(true)
  const expected = { likes: MEMBERS, dislikes: 0, views: 0 }
  const hourly = { likes: MEMBERS, views: 0 }
  expect(await sums(meme.id)).toEqual({ counted: expected, ledgered: expected, hourly })
}, 60_000)

test("simultaneous likes, dislikes and views of one creator's memes count exactly without a deadlock", async () => {
  const first = await buildMeme(app)
  const user = await app.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', first.user_id ?? '')
    .executeTakeFirstOrThrow()
  const memes = [first, await buildMeme(app, { user }), await buildMeme(app, { user })]
  const nodes = [createActionRecorder(app.deps), createActionRecorder(app.deps)]
  const crowd = members.slice(0, 60)
  await Promise.all(
    crowd.flatMap((member, index) =>
      memes.flatMap((meme) =>
        (['like', 'view', 'dislike', 'like', 'dislike', 'view'] as const).map((action, turn) =>
          nodes[(index + turn) % 2]?.(member, { memeId: meme.id, action, active: true }),
        ),
      ),
    ),
  )
  for (const meme of memes) {
    const { counted, ledgered, hourly } = await sums(meme.id)
    expect(counted.likes + counted.dislikes).toBe(crowd.length)
    expect(counted.views).toBe(crowd.length)
    expect(ledgered).toEqual(counted)
    expect(hourly).toEqual({ likes: counted.likes, views: counted.views })
  }
  const hours = await app.db.selectFrom('user_hours').select('views').where('user_id', '=', user.id).execute()
  expect(hours.reduce((sum, row) => sum + row.views, 0)).toBe(crowd.length * memes.length)
}, 60_000)

test('simultaneous likes share a few transactions, and each answer has its own meme', async () => {
  const memes = await Promise.all(Array.from({ length: 10 }, () => buildMeme(app)))
  let transactions = 0
  const counting = new Proxy(app.db, {
    get(db, name) {
      if (name === 'transaction') transactions += 1
      const value = Reflect.get(db, name)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
  const record = createActionRecorder({ ...app.deps, db: counting })
  const crowd = members.slice(0, 30)
  const answers = await Promise.all(
    memes.flatMap((meme) => crowd.map((member) => record(member, { memeId: meme.id, action: 'like', active: true }))),
  )
  expect(answers.map(({ memeId }) => memeId)).toEqual(memes.flatMap(({ id }) => crowd.map(() => id)))
  expect(transactions).toBeLessThan(memes.length)
  for (const meme of memes) {
    const { counted, ledgered, hourly } = await sums(meme.id)
    expect(counted).toEqual({ likes: crowd.length, dislikes: 0, views: 0 })
    expect([ledgered, hourly]).toEqual([counted, { likes: crowd.length, views: 0 }])
  }
})

test('a like is refused if the uploader blocked the member, without failing other likes in the batch', async () => {
  const [first, second] = [await buildMeme(app), await buildMeme(app)]
  const [, , blocked, free] = members
  if (!blocked || !free || !first.user_id) throw new Error('two members')
  await app.db
    .insertInto('hidden_people')
    .values({ user_id: blocked.userId, person_id: first.user_id, reason: 'blocked-by' })
    .execute()
  const record = createActionRecorder(app.deps)
  const viewer = { ...blocked, filters: { ...NO_FILTERS, hidesPeople: true } }
  const like = (member: Member, memeId: string) => record(member, { memeId, action: 'like', active: true })
  const settled = await Promise.allSettled([
    like(viewer, first.id),
    like(free, first.id),
    like(viewer, second.id),
    like(free, newId()),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected'])
  expect((await sums(first.id)).counted.likes).toBe(1)
  expect((await sums(second.id)).counted.likes).toBe(1)
})

test('one failed action does not fail the others in its batch', async () => {
  const meme = await buildMeme(app)
  const record = createActionRecorder(app.deps)
  const [real, other] = members
  if (!real || !other) throw new Error('two members')
  const ghost = { ...other, userId: newId() }
  const [first, second, third] = await Promise.allSettled(
    [real, ghost, other].map((member) => record(member, { memeId: meme.id, action: 'like', active: true })),
  )
  expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await sums(meme.id)).counted.likes).toBe(2)
})
