import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { suspendUser } from '#server/domains/users/suspend-user.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { type BuiltMember, buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { refreshTrending } from './refresh-trending.ts'

const HOUR_MS = 3_600_000
/** A quarter past a full hour. */
const NOW = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 4)
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

let star: BuiltMember
let fans: BuiltMember[]
const app = await appForFile()
beforeEach(async () => {
  await app.db.deleteFrom('users').execute()
  await app.db.deleteFrom('trending_bases').execute()
  star = await buildMember(app, { createdAt: hoursAgo(2000) })
  // The last two accounts were young when they followed.
  fans = await Promise.all(
    [2000, 2000, 2000, 2000, 31, 31].map((age) => buildMember(app, { createdAt: hoursAgo(age) })),
  )
  for (const [nth, fan] of fans.entries()) await follow(fan, hoursAgo(30 - nth))
})

const follow = (fan: BuiltMember, at: Date) =>
  app.db.insertInto('follows').values({ follower_id: fan.user.id, followed_id: star.user.id, created_at: at }).execute()

/** Returns the followers and uploads in a week after an incremental refresh; must equal a full recomputation to the digit. */
async function refreshed(now: Date): Promise<{ followers: number; memes: number } | undefined> {
  await refreshTrending(app.deps, now)
  const before = await lists()
  await app.db.deleteFrom('trending_bases').execute()
  await refreshTrending(app.deps, now)
  expect(before).toEqual(await lists())
  return before.find(({ period, user_id }) => period === '7d' && user_id === star.user.id)
}

async function lists() {
  const found = await sql<{ period: string; user_id: string; followers: number; memes: number; score: string }>`
    select period, rank, user_id, followers, memes, round(score::numeric, 5)::text as score from trending_users
    where generation = (select max(generation) from trending_generations) order by 1, 2`.execute(app.db)
  return found.rows
}

test('followers from closed hours count, hours later too', async () => {
  await refreshTrending(app.deps, NOW)
  for (const minutes of [5, 80, 60 * 26, 60 * 24 * 5])
    expect(await refreshed(later(minutes))).toMatchObject({ followers: 6 })
  expect(await refreshed(later(60 * 24 * 9))).toBeUndefined()
  expect(await app.db.selectFrom('trending_user_sums').select('user_id').where('period', '=', '7d').execute()).toEqual(
    [],
  )
})

test('an ended follow from a closed hour does not count', async () => {
  await refreshTrending(app.deps, NOW)
  await app.call('DELETE', `/users/${star.user.id}/unfollow`, { token: fans[0]?.token ?? '' })
  await app.db
    .deleteFrom('follows')
    .where('follower_id', '=', fans[4]?.user.id ?? '')
    .execute()
  expect(await refreshed(later(1))).toMatchObject({ followers: 4 })
})

test('a follow that ends as its hour closes is subtracted once', async () => {
  await follow(await buildMember(app), hoursAgo(0.5))
  expect(await refreshed(NOW)).toMatchObject({ followers: 7 })
  await app.db.deleteFrom('follows').where('created_at', '>', hoursAgo(1)).execute()
  expect(await refreshed(later(120))).toMatchObject({ followers: 6 })
})

test('a suspended follower does not count until the suspension ends', async () => {
  await refreshTrending(app.deps, NOW)
  const suspend = (suspension: { reason: string; until: null } | null) =>
    withTransaction(app.db, (tx) => suspendUser(tx, fans[1]?.user.id ?? '', suspension))
  await suspend({ reason: 'spam', until: null })
  await refreshTrending(app.deps, later(1))
  expect((await lists()).find(({ period }) => period === '7d')).toMatchObject({ followers: 5 })
  // Suspends twice: the change log must record the value that a follow added, not the account's current state.
  await suspend(null)
  await suspend({ reason: 'spam', until: null })
  expect(await refreshed(later(2))).toMatchObject({ followers: 5 })
  await suspend(null)
  expect(await refreshed(later(3))).toMatchObject({ followers: 6 })
})

test('a deleted follower does not count', async () => {
  await refreshTrending(app.deps, NOW)
  expect((await app.call('DELETE', '/users/me', { token: fans[2]?.token ?? '' })).status).toBe(200)
  expect(await refreshed(later(1))).toMatchObject({ followers: 5 })
})

test('uploads from closed hours count while they are visible', async () => {
  const memes = await Promise.all([1, 2, 3].map(() => buildMeme(app, { user: star.user })))
  await sql`update memes set created_at = ${hoursAgo(20)}`.execute(app.db)
  await refreshTrending(app.deps, NOW)
  expect((await lists())[0]).toMatchObject({ memes: 3 })
  await changeMemes(app.db, memes[0]?.id ?? '', { status: 'removed' })
  await app.db
    .deleteFrom('memes')
    .where('id', '=', memes[1]?.id ?? '')
    .execute()
  expect(await refreshed(later(1))).toMatchObject({ memes: 1 })
  await refreshTrending(app.deps, later(2))
  await changeMemes(app.db, memes[0]?.id ?? '', { status: 'ready' })
  expect(await refreshed(later(2))).toMatchObject({ memes: 2 })
})

test('sums by a node of the previous release are recomputed', async () => {
  await refreshTrending(app.deps, NOW)
  // Simulates a version that did not count followers and continued hour by hour.
  await sql`update trending_bases set until = until + interval '1 hour'`.execute(app.db)
  await sql`update trending_user_sums set followers = 0, follow_weight = 0, young_follow_weight = 0`.execute(app.db)
  expect(await refreshed(later(60))).toMatchObject({ followers: 6 })
})
