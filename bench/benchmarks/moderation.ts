// Pages of the moderation desk with many reports: `npm run bench -- moderation [REPORTS]`, embedded or, with DATABASE_URL set to
// an empty database, on PostgreSQL. Prints milliseconds.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { listLog, listQueue, listReportedMemes } from '#server/domains/moderation/list-desk.ts'
import { removeMeme } from '#server/domains/moderation/moderate.ts'
import { closeDeps, openDeps } from '#server/open-deps.ts'
import { startApp } from '#test/app-process.ts'
import { maintain } from '#test/maintain.ts'
import { median } from '../helpers/machine.ts'
import { engineName, figure, heading, row } from '../helpers/report.ts'

const ROUNDS = 100
const LIMIT = 20
const PER_MEME = 4
const reports = Number(process.argv[3] ?? 10_000)

const DECISIONS = 20

/** Milliseconds until a visitor of a node in another process no longer sees what a moderator removed on this one, list and page. */
async function measureTwoNodes(deps: Deps, databaseUrl: string): Promise<void> {
  const second = await startApp({ DATABASE_URL: databaseUrl, AUTH_SECRET: deps.config.authSecret, OCR: 'off' })
  try {
    const list = async () => {
      const answer = await fetch(`${second.url}/api/recommendation-feed`)
      const { data } = (await answer.json()) as { data: { recommendations: { _id: string }[] } }
      return data.recommendations.map(({ _id }) => _id)
    }
    const times: number[] = []
    for (let round = 0; round < DECISIONS; round += 1) {
      const [id = ''] = await list()
      const began = performance.now()
      await removeMeme(deps, null, id, 'Benchmark')
      for (;;) {
        const { status } = await fetch(`${second.url}/api/meme/${id}`)
        if (status === 410 && !(await list()).includes(id)) break
        await setTimeout(5)
      }
      times.push(performance.now() - began)
    }
    figure('a removal seen on a second node, median', `${median(times).toFixed(0)} ms`)
    figure(`the longest of ${DECISIONS}`, `${Math.max(...times).toFixed(0)} ms`, '1,000 ms')
  } finally {
    await second.stop()
  }
}

/** Members, memes and reports as rows: every fourth meme is in review, every report has a member behind it. */
async function fill(db: Db): Promise<void> {
  const memes = Math.ceil(reports / PER_MEME)
  await sql`insert into blobs (key, bytes, mime) values ('bench.webp', 1, 'image/webp')`.execute(db)
  await sql`insert into users (id, username, username_key, display_name, email_verified_at)
    select gen_random_uuid(), 'm' || n, 'm' || n, 'Member ' || n, now() from generate_series(1, 1000) n`.execute(db)
  await sql`insert into memes (id, user_id, name, location, status, blob_origin, blob_medium, blob_small, width, height, thumbhash,
      mime, source_hash, created_at)
    select gen_random_uuid(), u.id, 'Meme ' || n, 'quick', case when n % 4 = 0 then 'review' else 'ready' end, 'bench.webp',
      'bench.webp', 'bench.webp', 10, 10, '', 'image/webp', 'hash ' || n, now() - make_interval(mins => n)
    from generate_series(1, ${memes}::int) n
    join (select id, row_number() over (order by id) as k from users) u on u.k = n % 1000 + 1`.execute(db)
  await sql`insert into meme_stats (meme_id) select id from memes`.execute(db)
  await sql`insert into reports (id, meme_id, reporter_id, reporter_key, reason, note, created_at)
    select gen_random_uuid(), m.id, u.id, 'key ' || r, (array['spam', 'hate', 'other'])[r % 3 + 1], 'Look at this',
      now() - make_interval(secs => (random() * 86400)::int)
    from (select id, row_number() over (order by id) as n from memes) m cross join generate_series(1, ${PER_MEME}::int) r
    join (select id, row_number() over (order by id) as k from users) u on u.k = (m.n * 7 + r * 13) % 1000 + 1`.execute(
    db,
  )
  await sql`insert into moderation_log (id, action, target_kind, target_id, reason)
    select gen_random_uuid(), 'remove', 'meme', gen_random_uuid(), 'Because' from generate_series(1, ${reports}::int)`.execute(
    db,
  )
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? 0
  const { user, system } = process.cpuUsage(before)
  const processor = (user + system) / 1000 / ROUNDS
  row(
    ['Page', 'Median', 'p95', 'Processor of node', 'Goal (p95)'],
    [name, `${median(times).toFixed(1)} ms`, `${p95.toFixed(1)} ms`, `${processor.toFixed(1)} ms`, '100 ms'],
  )
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
const databaseUrl = process.env.DATABASE_URL
const config = readConfig({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
const opened = await openDeps(config)
try {
  const { deps } = opened
  await fill(deps.db)
  await maintain(opened.engine)
  heading(engineName(databaseUrl), `${ROUNDS} rounds, ${LIMIT} memes a page`)
  await measure('first page of reports', () => listReportedMemes(deps, { limit: LIMIT }))
  let cursor: string | null = null
  for (let page = 0; page < 20; page += 1)
    cursor = (await listReportedMemes(deps, { limit: LIMIT, ...(cursor ? { cursor } : {}) })).nextCursor
  const deep = { limit: LIMIT, ...(cursor ? { cursor } : {}) }
  await measure('page 21 of reports', () => listReportedMemes(deps, deep))
  await measure('first page of the review queue', () => listQueue(deps, { limit: LIMIT }))
  await measure('first page of the log', () => listLog(deps, { limit: LIMIT }))
  if (databaseUrl) await measureTwoNodes(deps, databaseUrl)
} finally {
  await closeDeps(opened)
  await rm(dataDir, { recursive: true, force: true })
}
