import { sql } from 'kysely'
import { newId } from '../server/db/id.ts'
import { findCandidates } from '../server/domains/feed/candidate-queries.ts'
import { relateByTaste } from '../server/domains/feed/relate-memes.ts'
import { refreshTrending } from '../server/domains/trending/refresh-trending.ts'
import { createTestApp } from '../test/app.ts'
import { buildMember } from '../test/factories.ts'
import { machine } from './machine.ts'

// How long a page of the feed and of trending takes, and how long trending takes to refresh, with many memes and actions:
// `npm run bench -- feed-pages [MEMES [ACTIONS]]`; on PostgreSQL where TEST_DATABASE_URL names one, else embedded.

const [memes = 20_000, actions = 200_000] = process.argv.slice(3).map(Number)
const PEOPLE = 1000
const READERS = 20
const PAGES = 4
const REFRESHES = 3
const CHUNK = 10_000

const app = await createTestApp()
console.log(machine())
console.log(`${memes} memes, ${actions} actions, ${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded'}`)
await fill()
await relateByTaste(app.deps, new Date(Date.now() - 3_600_000))
console.log(`feed page: ${figures(await readFeed())} (goal: 95th percentile 80 ms)`)
if (process.env.EXPLAIN) console.log(await explainFeed())
const refreshes = await timed(REFRESHES, () => refreshTrending(app.deps))
console.log(`refresh of trending: ${figures(refreshes)}`)
const trending = await timed(60, (index) => get(`/trending-memes?period=${['24h', '7d', '1m'][index % 3]}`))
console.log(`trending page, memes: ${figures(trending)} (goal: 10 ms)`)
console.log(
  `trending page, people: ${figures(await timed(60, () => get('/users/trending?timeFrame=7d')))} (goal: 10 ms)`,
)
await app.stop()

async function readFeed(): Promise<number[]> {
  const times: number[] = []
  const popular = await sql<{ id: string }>`select id from memes order by id limit 200`.execute(app.db)
  for (let reader = 0; reader < READERS; reader += 1) {
    const { token } = await buildMember(app)
    for (let like = 0; like < 10; like += 1) {
      const memeId = popular.rows[(reader * 7 + like * 13) % 200]?.id
      await app.call('POST', '/user-action', { token, body: { memeId, action: 'like', active: true } })
    }
    let cursor = ''
    for (let page = 0; page < PAGES; page += 1) {
      const began = performance.now()
      const answer = await app.call('GET', `/recommendation-feed${cursor}`, { token })
      times.push(performance.now() - began)
      if (answer.body.data.recommendations.length !== 50) throw new Error('a page is short')
      cursor = `?cursor=${encodeURIComponent(answer.body.nextCursor)}`
    }
  }
  return times
}

/** How the engine finds a page's candidates for somebody with likes, line by line. */
async function explainFeed(): Promise<string> {
  let plan = ''
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind !== 'RawNode') return node
      const [first = '', ...others] = node.sqlFragments
      return { ...node, sqlFragments: [`explain (analyze, costs off, buffers off) ${first}`, ...others] }
    },
    async transformResult({ result }) {
      plan = result.rows.map((row) => Object.values(row)[0]).join('\n')
      return { ...result, rows: [] }
    },
  })
  const liker = await app.db.selectFrom('reactions').select('user_id').limit(1).executeTakeFirstOrThrow()
  const visit = { visitId: newId(), firstPageId: null, since: new Date(0), tags: [] }
  await findCandidates(db, { ...visit, userId: liker.user_id, viewerKey: liker.user_id }, 51)
  return plan
}

async function get(path: string): Promise<void> {
  const answer = await app.call('GET', path)
  if (answer.status !== 200 || answer.body.data.length !== 15) throw new Error(`${path}: ${answer.status}`)
}

async function timed(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const began = performance.now()
    await work(index)
    times.push(performance.now() - began)
  }
  return times
}

function figures(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return `median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms of ${times.length}`
}

/** Everything in sets: as many rows as asked for, a few memes with most of the actions, over the last 30 days. */
async function fill(): Promise<void> {
  const id = (number: string, kind: string) => sql.raw(`('${kind}' || lpad(to_hex(${number}), 12, '0'))::uuid`)
  const memeId = id('n', '00000000-0000-7000-8000-')
  const userId = (number: string) => id(number, '00000000-0000-7000-9000-')
  await sql`insert into blobs (key, bytes, mime) values ('bench', 1, 'image/webp')`.execute(app.db)
  await sql`
    insert into users (id, username, username_key, display_name, email_verified_at, created_at)
    select ${userId('n')}, 'bench' || n, 'bench' || n, 'Bench ' || n, now(), now() - interval '1 year' from generate_series(1, ${PEOPLE}::int) n`.execute(
    app.db,
  )
  await sql`
    insert into memes (id, user_id, name, tags, location, blob_origin, blob_medium, blob_small, width, height, thumbhash, mime, source_hash, created_at)
    select ${memeId}, ${userId('1 + n % 1000')}, 'Meme ' || n, array['tag' || n % 300], 'quick', 'bench', 'bench', 'bench', 600, 600, '', 'image/webp', n::text,
      now() - random() * interval '400 days' from generate_series(1, ${memes}::int) n`.execute(app.db)
  for (let done = 0; done < actions; done += CHUNK)
    await sql`
      insert into actions (id, at, meme_id, user_id, viewer_key, address_key, action, delta)
      select gen_random_uuid(), now() - random() * interval '30 days', ${memeId}, ${userId('u')}, (${userId('u')})::text, u::text, a, 1
      from (select 1 + floor(${memes}::int * power(random(), 3))::int as n, 1 + floor(random() * ${PEOPLE}::int)::int as u,
        (array['view', 'view', 'view', 'like', 'copy'])[1 + floor(random() * 5)::int] as a from generate_series(1, ${Math.min(CHUNK, actions - done)}::int)) x`.execute(
      app.db,
    )
  const sums = sql`count(*) filter (where action = 'view')::int as views, count(*) filter (where action = 'like')::int as likes,
    count(*) filter (where action = 'copy')::int as copies`
  await sql`
    insert into meme_stats (meme_id, view_count, like_count, copy_count)
    select m.id, coalesce(views, 0), coalesce(likes, 0), coalesce(copies, 0)
    from memes m left join (select meme_id, ${sums} from actions group by 1) a on a.meme_id = m.id`.execute(app.db)
  await sql`
    insert into meme_hours (meme_id, hour, views, likes, copies, weight)
    select meme_id, hour, views, likes, copies, 0.1 * views + 2 * likes + 4 * copies
    from (select meme_id, date_trunc('hour', at) as hour, ${sums} from actions group by 1, 2) h`.execute(app.db)
  await sql`
    insert into user_hours (user_id, hour, views, likes, copies, weight)
    select m.user_id, h.hour, sum(h.views), sum(h.likes), sum(h.copies), sum(h.weight) from meme_hours h join memes m on m.id = h.meme_id group by 1, 2`.execute(
    app.db,
  )
  for (const table of ['memes', 'meme_stats', 'actions', 'meme_hours', 'user_hours', 'users'])
    await sql`analyze ${sql.table(table)}`.execute(app.db)
}
