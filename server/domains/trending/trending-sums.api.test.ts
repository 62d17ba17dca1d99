import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { refreshTrending } from './refresh-trending.ts'
import { REFRESH_LIMITS } from './rules.ts'

const HOUR_MS = 3_600_000
/** A quarter past a full hour. */
const NOW = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 4)
const hoursAgo = (hours: number) => new Date(Math.floor(NOW.getTime() / HOUR_MS - hours) * HOUR_MS)

const app = await appForFile()
const creator = await buildMember(app)
beforeEach(async () => {
  await app.db.deleteFrom('memes').execute()
  await app.db.deleteFrom('user_hours').execute()
  await app.db.deleteFrom('trending_bases').execute()
})

async function gain(memeId: string, hours: number, likes: number) {
  await app.db
    .insertInto('meme_hours')
    .values({ meme_id: memeId, hour: hoursAgo(hours), likes, weight: 2 * likes })
    .execute()
  await sql`
    insert into user_hours (user_id, hour, likes, weight) values (${creator.user.id}, ${hoursAgo(hours)}, ${likes}, ${2 * likes})
    on conflict (user_id, hour) do update set likes = user_hours.likes + excluded.likes, weight = user_hours.weight + excluded.weight`.execute(
    app.db,
  )
}

/** Returns the newest lists, with scores to five digits. */
async function lists() {
  const memes = await sql`
    select period, rank, meme_id, likes, copies, views, round(score::numeric, 5)::text as score from trending_memes
    where generation = (select max(generation) from trending_generations) order by 1, 2`.execute(app.db)
  const users = await sql`
    select period, rank, user_id, likes, memes, followers, round(score::numeric, 5)::text as score from trending_users
    where generation = (select max(generation) from trending_generations) order by 1, 2`.execute(app.db)
  return { memes: memes.rows, users: users.rows }
}

test('sums of closed hours give the same lists as counting every hour, hours later too', async () => {
  const memes = await Promise.all(Array.from({ length: 6 }, () => buildMeme(app, { user: creator.user })))
  for (const [index, meme] of memes.entries())
    for (const hours of [2, 5, 23, 30, 160, 200, 700]) await gain(meme.id, hours + index, 1 + ((index * hours) % 5))
  await refreshTrending(app.deps, NOW)
  for (const meme of memes.slice(0, 3)) await gain(meme.id, 0, 3)
  for (const minutes of [20, 80, 60 * 26, 60 * 24 * 9]) {
    const later = new Date(NOW.getTime() + minutes * 60_000)
    await refreshTrending(app.deps, later)
    const refreshed = await lists()
    await app.db.deleteFrom('trending_bases').execute()
    await refreshTrending(app.deps, later)
    expect(refreshed).toEqual(await lists())
    expect(refreshed.memes.length).toBeGreaterThan(0)
  }
})

/** Inserts `count` copies of a row under other ids; the database fills computed columns. */
async function copies(table: 'memes' | 'users', id: string, count: number, others: string) {
  const stored = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(app.db)
  const columns = sql.join(stored.rows.map(({ name }) => sql.ref(name)))
  const values = sql.join(stored.rows.map(({ name }) => sql`(c.copy).${sql.ref(name)}`))
  await sql`insert into ${sql.table(table)} (${columns}) select ${values} from (
      select jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), ${sql.raw(others)})) as copy
      from ${sql.table(table)} r, generate_series(1, ${count}::int) n where r.id = ${id} offset 0
    ) c`.execute(app.db)
}

/**
 * Inserts different gains in the last 30 hours for each row of a table. One in seven has little except votes of young accounts.
 */
const gainsOfAll = (kind: 'meme' | 'user') => sql`
  insert into ${sql.table(`${kind}_hours`)} (${sql.ref(`${kind}_id`)}, hour, views, likes, weight, young_weight)
  select id, ${NOW}::timestamptz - make_interval(hours => (1 + (n * 7 + step * 11) % 30)::int, mins => 15), 3, 1,
    case when n % 7 = 0 then 0.01 * (n % 50) else (n * 31 % 997) / 100.0 end, case when n % 7 = 0 then (n * 13 % 101) / 20.0 else 0 end
  from (select id, row_number() over (order by id) as n from ${sql.table(`${kind}s`)}) r, generate_series(1, case when n % 3 = 0 then 2 else 1 end) step`

/** Returns the ids of a list computed directly from all hours, without followers and uploads. */
async function counted(kind: 'meme' | 'user', begin: Date, now: Date, size: number): Promise<string[]> {
  const left = sql`trending_decay(hour, ${now}, 8)`
  const found = await sql<{ id: string }>`
    select ${sql.ref(`${kind}_id`)} as id from ${sql.table(`${kind}_hours`)} h where hour >= ${begin}
      and ${kind === 'meme' ? sql`(select deleted_at is null from memes m where m.id = h.meme_id)` : sql`(select suspended_at is null from users u where u.id = h.user_id)`}
    group by 1 order by round((sum(weight * ${left}) + least(2.5, sum(young_weight * ${left})))::numeric, 6) desc, sum(likes) desc, sum(views) desc, 1 desc limit ${size}`.execute(
    app.db,
  )
  return found.rows.map(({ id }) => id)
}

test.each([
  ['all', REFRESH_LIMITS.contenders],
  // As many as a list has: some fall, others rise, and the floor is sometimes too high.
  ['a thousand', 1000],
  ['few more', 1050],
])(
  'with more memes than a list holds and sums of %s, the top equals that of counting every hour',
  async (_, contenders) => {
    await sql`delete from users where username like 'many%'`.execute(app.db)
    const meme = await buildMeme(app, { user: creator.user })
    await sql`update memes set created_at = now() - interval '1 year'`.execute(app.db)
    await copies('memes', meme.id, 1600, `'source_hash', n::text`)
    await copies(
      'users',
      creator.user.id,
      700,
      `'username', 'many' || n, 'username_key', 'many' || n, 'email', n || '@many.example'`,
    )
    await gainsOfAll('meme').execute(app.db)
    await gainsOfAll('user').execute(app.db)
    await sql`update memes set deleted_at = now() where id in (select meme_id from meme_hours where weight > 9)`.execute(
      app.db,
    )
    await sql`update users set suspended_at = now() where username like 'many%' and id in (select user_id from user_hours where weight > 9)`.execute(
      app.db,
    )
    for (const hours of [0, 1, 3]) {
      const now = new Date(NOW.getTime() + hours * HOUR_MS)
      await refreshTrending(app.deps, now, { ...REFRESH_LIMITS, contenders })
      for (const [kind, size] of [
        ['meme', 1000],
        ['user', 500],
      ] as const) {
        const { rows } = await sql<{ id: string }>`
        select ${sql.ref(`${kind}_id`)} as id from ${sql.table(`trending_${kind}s`)}
        where period = '24h' and generation = (select max(generation) from trending_generations) order by rank`.execute(
          app.db,
        )
        expect(rows.length).toBe(size)
        expect(rows.map(({ id }) => id)).toEqual(await counted(kind, hoursAgo(24 - hours), now, size))
      }
    }
  },
)

test('long periods are summed over several refreshes, and the lists stay unchanged until then', async () => {
  const meme = await buildMeme(app, { user: creator.user })
  for (const hours of [5, 30, 200]) await gain(meme.id, hours, 1)
  const periods = async () => (await lists()).memes.map((row) => (row as { period: string }).period)
  const refresh = () => refreshTrending(app.deps, NOW, { ...REFRESH_LIMITS, recomputedHoursMax: 1 })
  for (const expected of [['24h'], ['24h', '7d'], ['1m', '24h', '7d']]) {
    await sql`delete from trending_memes where generation < (select max(generation) from trending_generations)`.execute(
      app.db,
    )
    await refresh()
    expect(await periods()).toEqual(expected)
  }
  const whole = await lists()
  await app.db.deleteFrom('trending_bases').execute()
  await refresh()
  expect(await lists()).toEqual(whole)
  await app.db.deleteFrom('trending_bases').execute()
  await refreshTrending(app.deps, NOW)
  expect(await lists()).toEqual(whole)
})

test('a closed hour is summed once, and again on request', async () => {
  const meme = await buildMeme(app, { user: creator.user })
  await gain(meme.id, 5, 4)
  await refreshTrending(app.deps, NOW)
  await app.db.updateTable('meme_hours').set({ likes: 40 }).execute()
  await refreshTrending(app.deps, new Date(NOW.getTime() + HOUR_MS))
  expect((await lists()).memes).toMatchObject([{ likes: 4 }, { likes: 4 }, { likes: 4 }])
  await sql`select recompute_closed_sums(array[${meme.id}]::uuid[], array[${creator.user.id}]::uuid[])`.execute(app.db)
  await refreshTrending(app.deps, new Date(NOW.getTime() + HOUR_MS))
  expect((await lists()).memes).toMatchObject([{ likes: 40 }, { likes: 40 }, { likes: 40 }])
})

test('likes of a deleted account leave the lists with the next refresh', async () => {
  const meme = await buildMeme(app, { user: creator.user })
  const fan = await buildMember(app)
  await app.call('POST', '/user-action', {
    token: fan.token,
    body: { memeId: meme.id, action: 'like', active: true },
  })
  await sql`update actions set at = ${hoursAgo(48)}`.execute(app.db)
  await sql`update meme_hours set hour = ${hoursAgo(48)}`.execute(app.db)
  await gain(meme.id, 50, 1)
  await refreshTrending(app.deps, NOW)
  expect((await lists()).memes).toMatchObject([
    { period: '1m', likes: 2 },
    { period: '7d', likes: 2 },
  ])
  expect((await app.call('DELETE', '/users/me', { token: fan.token })).status).toBe(200)
  await refreshTrending(app.deps, NOW)
  expect((await lists()).memes).toMatchObject([
    { period: '1m', likes: 1 },
    { period: '7d', likes: 1 },
  ])
})

test('a meme below the floor enters the list after deleting a member who withdrew a reaction', async () => {
  const fan = await buildMember(app, { createdAt: hoursAgo(2000) })
  const first = await buildMeme(app, { user: creator.user })
  await copies('memes', first.id, 1200, `'source_hash', n::text`)
  await sql`
    insert into meme_hours (meme_id, hour, likes, weight)
    select id, ${hoursAgo(4)}, 1, 1 + (row_number() over ())::float8 / 1000 from memes`.execute(app.db)
  const { id } = await buildMeme(app, { user: creator.user })
  await app.db
    .insertInto('meme_hours')
    .values({ meme_id: id, hour: hoursAgo(4), likes: 2, weight: 2.5 })
    .execute()
  // Liked before the day began, unliked within it.
  for (const [active, hours] of [
    [true, 30],
    [false, 5],
  ] as const) {
    await app.call('POST', '/user-action', { token: fan.token, body: { memeId: id, action: 'like', active } })
    await sql`update actions set at = ${hoursAgo(hours)} where at > ${hoursAgo(1)}`.execute(app.db)
    await sql`update meme_hours set hour = ${hoursAgo(hours)} where hour > ${hoursAgo(1)}`.execute(app.db)
  }
  const refresh = () => refreshTrending(app.deps, NOW, { ...REFRESH_LIMITS, contenders: 1100 })
  const ofTheDay = async () => (await lists()).memes.filter((row) => (row as { period: string }).period === '24h')
  await refresh()
  expect(await ofTheDay()).toHaveLength(1000)
  expect(await ofTheDay()).not.toContainEqual(expect.objectContaining({ meme_id: id }))
  const sums = await sql`select from trending_meme_sums where period = '24h' and meme_id = ${id}`.execute(app.db)
  expect(sums.rows).toHaveLength(0)

  expect((await app.call('DELETE', '/users/me', { token: fan.token })).status).toBe(200)
  await refresh()
  expect((await ofTheDay())[0]).toMatchObject({ meme_id: id, rank: 1, likes: 2 })
})
