// The lists and changes of follows for a person with many followers: `npm run bench -- follows [FOLLOWERS]`, embedded or, with
// DATABASE_URL set to an empty database, on PostgreSQL. Prints milliseconds, and the plan of a page deep in the list.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import { followUser } from '#server/domains/follows/follow-user.ts'
import { listFollows } from '#server/domains/follows/list-follows.ts'
import { unfollowUser } from '#server/domains/follows/unfollow-user.ts'
import { closeDeps, openDeps } from '#server/open-deps.ts'
import { type Member, NO_FILTERS } from '#server/viewer.ts'
import { maintain } from '#test/maintain.ts'
import { median } from '../helpers/machine.ts'
import { engineName, figure, heading, note } from '../helpers/report.ts'

const ROUNDS = 200
const AT_ONCE = 500
const FOLLOWED_EACH = 5
const followers = Number(process.argv[3] ?? 100_000)

/** People and follows as rows, by the database itself: that many registrations would take hours. */
async function fill(db: Db, starId: string): Promise<void> {
  const columns = sql`(id, username, username_key, display_name, email_verified_at, followers_count, following_count)`
  await sql`insert into users ${columns} values (${starId}, 'star', 'star', 'Star', now(), ${followers}, 0)`.execute(db)
  await sql`insert into users ${columns}
    select gen_random_uuid(), 'fan' || n, 'fan' || n, 'Fan ' || n, now(), 0, 1 from generate_series(1, ${followers}::int) n`.execute(
    db,
  )
  await sql`insert into follows (follower_id, followed_id, created_at)
    select id, ${starId}, now() - make_interval(secs => row_number() over (order by id)) from users where id <> ${starId}`.execute(
    db,
  )
  // The star is one of many who are followed.
  await sql`insert into follows (follower_id, followed_id, created_at)
    select a.id, b.id, now() - make_interval(secs => ${followers}::int * random())
    from (select id, row_number() over (order by id) as n from users where id <> ${starId}) a
    cross join generate_series(1, ${FOLLOWED_EACH}::int) k
    join (select id, row_number() over (order by id) as n from users where id <> ${starId}) b on b.n = (a.n * 31 + k * 17) % ${followers}::int + 1
    where a.id <> b.id on conflict do nothing`.execute(db)
}

async function milliseconds(work: (round: number) => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await work(round)
    times.push(performance.now() - start)
  }
  return `${median(times).toFixed(2)} ms`
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
const databaseUrl = process.env.DATABASE_URL
const config = readConfig({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
const opened = await openDeps(config)
try {
  const { deps } = opened
  const starId = newId()
  await fill(deps.db, starId)
  await maintain(opened.engine)
  const fan = await sql<{
    id: string
    username: string
  }>`select id, username from users where username = 'fan1'`.execute(deps.db)
  const viewer: Member = {
    kind: 'member',
    language: 'en',
    address: '127.0.0.1',
    userAgent: 'bench',
    userId: fan.rows[0]?.id ?? '',
    username: 'fan1',
    sessionId: newId(),
    confirmedAt: new Date(),
    contentLanguage: 'en',
    suspended: false,
    role: 'member',
    filters: NO_FILTERS,
  }
  const pageAt = (limit: number, cursor?: string) =>
    listFollows(deps, viewer, 'followers', { id: 'star', limit, cursor })
  let deep: string | undefined
  for (let read = 0; read < followers / 2; read += 100) deep = (await pageAt(100, deep)).nextCursor ?? undefined
  heading(engineName(databaseUrl))
  figure('first page of 50', await milliseconds(() => pageAt(50)))
  figure('page of 50 in the middle', await milliseconds(() => pageAt(50, deep)))
  const change = (round: number) => (round % 2 ? followUser : unfollowUser)(deps, viewer, 'star')
  figure('follow or unfollow', await milliseconds(change))
  const start = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, (_, round) => change(round)))
  figure(`${AT_ONCE} changes at once`, `${Math.round(performance.now() - start)} ms`)
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain (costs off) select created_at, follower_id from follows
    where followed_id = ${starId} and (created_at, follower_id) < (now() - interval '1 hour', ${viewer.userId}::uuid)
    order by created_at desc, follower_id desc limit 51`.execute(deps.db)
  note(['```', ...plan.rows.map((line) => line['QUERY PLAN']), '```'].join('\n'))
} finally {
  await closeDeps(opened)
  await rm(dataDir, { recursive: true, force: true })
}
