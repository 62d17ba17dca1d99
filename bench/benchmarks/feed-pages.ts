import { sql } from 'kysely'
import { newId } from '#server/db/id.ts'
import { findCandidates } from '#server/domains/feed/candidate-queries.ts'
import { FEED_FRESH_MS } from '#server/domains/feed/catalogue/feed-memory.ts'
import { findEvidence } from '#server/domains/feed/reader-queries.ts'
import { relateByTaste } from '#server/domains/feed/relate-memes.ts'
import { interestsOf, learnTaste } from '#server/domains/feed/taste.ts'
import { refreshTrending } from '#server/domains/trending/refresh-trending.ts'
import { type Member, NO_FILTERS } from '#server/viewer.ts'
import { createTestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { fillSite } from '../helpers/action-ledger.ts'
import { processorMs } from '../helpers/processor-time.ts'
import { engineName, figure, heading } from '../helpers/report.ts'

// How long a page of the feed and of trending takes, and how long trending takes to refresh, with many memes and actions:
// `npm run bench -- feed-pages [MEMES [ACTIONS [BLOCKED [TAGS]]]]`, where each reader blocked BLOCKED people and wants less of TAGS tags;
// on PostgreSQL where TEST_DATABASE_URL names one, else embedded.

const [memes = 20_000, actions = 200_000, blocked = 0, unwantedTags = 0] = process.argv.slice(3).map(Number)
const READERS = 20
/** Readers before them, not counted: the process and the database's connections compile and plan what they run for hundreds of pages. */
const WARM_UP = [40, 200]
const PAGES = 4
const REFRESHES = 3
/** At 100,000 memes on PostgreSQL, at 20,000 embedded. */
const GOAL_MS = { postgres: 15, embedded: 25 } as const

const app = await createTestApp({}, { feedFreshMs: FEED_FRESH_MS })
heading(engineName(process.env.TEST_DATABASE_URL))
await fillSite(app.db, memes, actions)
await app.maintain()
await relateByTaste(app.deps, new Date(Date.now() - 3_600_000))
const engine = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'
let readers = 0
for (const before of WARM_UP) {
  await readFeed(before - readers)
  const { times, processor } = await readFeed(READERS)
  const after = `after ${before * PAGES} pages of the process`
  figure(`feed page ${after}`, figures(times), `p95 ${GOAL_MS[engine]} ms`)
  figure('processor of it, database included', `${(processor / times.length).toFixed(1)} ms`, '8 ms')
}
if (process.env.EXPLAIN) console.log(await explainFeed())
await app.db.deleteFrom('trending_bases').execute()
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const first = await timed(1, () => refreshTrending(app.deps, hoursAgo(REFRESHES)))
figure('refresh of trending, the first', figures(first))
const hourly = await timed(REFRESHES, (index) => refreshTrending(app.deps, hoursAgo(REFRESHES - 1 - index)))
figure('refresh of trending, once an hour', figures(hourly))
figure('refresh of trending, every minute', figures(await timed(REFRESHES, () => refreshTrending(app.deps))))
const trending = await timed(60, (index) => get(`/trending-memes?period=${['24h', '7d', '1m'][index % 3]}`))
figure('trending page, memes', figures(trending), '10 ms')
figure('trending page, people', figures(await timed(60, () => get('/users/trending?timeFrame=7d'))), '10 ms')
await app.stop()

/** Pages of so many further readers: how long each took, and the processor time of all. */
async function readFeed(count: number): Promise<{ times: number[]; processor: number }> {
  const times: number[] = []
  let processor = 0
  const popular = await sql<{ id: string }>`select id from memes order by id limit 200`.execute(app.db)
  for (const last = readers + count; readers < last; readers += 1) {
    const { user, token } = await buildMember(app)
    await hide(user.id)
    for (let like = 0; like < 10; like += 1) {
      const memeId = popular.rows[(readers * 7 + like * 13) % 200]?.id
      await app.call('POST', '/user-action', { token, body: { memeId, action: 'like', active: true } })
    }
    let cursor = ''
    const before = await processorMs(app.db, engine)
    for (let page = 0; page < PAGES; page += 1) {
      const began = performance.now()
      const answer = await app.call('GET', `/recommendation-feed${cursor}`, { token })
      times.push(performance.now() - began)
      if (answer.body.data.recommendations.length !== 50) throw new Error('a page is short')
      cursor = `?cursor=${encodeURIComponent(answer.body.nextCursor)}`
    }
    processor += (await processorMs(app.db, engine)) - before
  }
  return { times, processor }
}

/** Blocks people from both ends of the list, and wants less of tags that hardly occur. */
async function hide(userId: string): Promise<void> {
  await sql`
    insert into hidden_people (user_id, person_id, reason)
    select ${userId}, id, 'block' from users where id <> ${userId} order by id limit ${blocked}`.execute(app.db)
  await sql`
    insert into not_interested (user_id, kind, target)
    select ${userId}, 'tag', 'unwanted' || n from generate_series(1, ${unwantedTags}::int) n`.execute(app.db)
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
  const viewer: Member = {
    kind: 'member',
    language: 'en',
    address: '127.0.0.1',
    userAgent: 'bench',
    userId: liker.user_id,
    username: '',
    sessionId: '',
    contentLanguage: 'en',
    suspended: false,
    role: 'member',
    confirmedAt: new Date(),
    filters: NO_FILTERS,
  }
  const audience = { ...visit, viewer, userId: liker.user_id, viewerKey: liker.user_id }
  const evidence = await findEvidence(app.db, audience)
  const search = { ...interestsOf(evidence, learnTaste(evidence)), acted: evidence.map((piece) => piece.memeId) }
  await findCandidates(db, audience, search, 51)
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
