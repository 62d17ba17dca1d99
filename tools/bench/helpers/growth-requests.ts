import { sql } from 'kysely'
import { accountDeletionHooks } from '#server/domain-deps.ts'
import { deleteAccount } from '#server/domains/auth/account/delete-account.ts'
import { compareNewMemes, relateByTaste } from '#server/domains/feed/relate-memes.ts'
import { rollUpActions } from '#server/domains/privacy/retention-queries.ts'
import { findLookalikeFingerprints } from '#server/domains/search/likeness/queries.ts'
import { refreshTrending } from '#server/domains/trending/refresh-trending.ts'
import { type Db, withTransaction } from '#server/platform/db/db.ts'
import type { TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { filledMemeId, filledUserId } from './action-ledger.ts'
import type { SitePlan } from './growth-site.ts'
import { processorMs } from './processor-time.ts'

/** Each kind of request is repeated for at least this long, and at least this often. */
const REPEATED_MS = 2000
const ROUNDS_MIN = 40
/** Not counted: during the first hundred requests, the process and the database connections still compile and plan. */
const WARM_UP = 100
const FEED_LIKES = 10
const FEED_PAGES = 4
const FEED_READERS = 20
const FEED_WARM_UP = 40
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LEDGER_ROWS = 5000

const engine = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'

/** Cost of a request or job: average CPU milliseconds, database included, and the latency of each run. */
export interface Cost {
  processor: number
  waits: number[]
}

/**
 * Measures the cost of requests and jobs on a site, by name.
 * @param jobsDb without the limits of a request
 * @param wanted only names that match are measured
 */
export async function measureRequests(
  app: TestApp,
  jobsDb: Db,
  site: SitePlan,
  note: (name: string, cost: Cost) => void,
  wanted = /./,
): Promise<void> {
  const { memes } = site
  const { user, token } = await buildMember(app)
  const get = async (path: string) => {
    const answer = await app.call('GET', path, { token })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  }
  const meme = (round: number) => filledMemeId(1 + ((round * 7919) % memes))
  const person = (round: number) => filledUserId(1 + (round % site.people))
  const word = (list: string[], round: number, at = 0) => list[(round * 101) % list.length]?.split(' ')[at] ?? ''
  const search = (words: string) => get(`/vector-search/text?q=${encodeURIComponent(words)}`)
  if (wanted.test('member’s feed')) note('member’s feed', await feedPage(app, memes))
  const requests: Record<string, (round: number) => Promise<unknown>> = {
    'search, a common word': (round) => search(word(['meo', 'coffee', 'ngu', 'friday', 'meeting'], round)),
    'search, a rare word': (round) => search(word(site.rare, round)),
    'search, three words': (round) =>
      search(site.captions[(round * 37) % site.captions.length]?.split(' ').slice(0, 3).join(' ') ?? ''),
    'search, a misspelled word': (round) => search(word(site.rare, round).replace(/^(...)./, '$1z')),
    'similar memes': (round) => get(`/meme/recommend/by-image?imageId=${meme(round)}`),
    profile: (round) => get(`/users/${person(round)}`),
    'memes of a person': (round) => get(`/meme/user/${person(round)}`),
    album: () => get(`/albums/${site.albumId}/memes`),
    followers: () => get(`/users/${site.starId}/followers`),
    following: (round) => get(`/users/${person(round)}/following`),
    'a like': (round) => like(app, token, meme(round)),
    'duplicates of an upload': (round) => findLookalikeFingerprints(app.db, user.id, site.newVector(round), false),
  }
  for (const [name, request] of Object.entries(requests)) if (wanted.test(name)) note(name, await costOf(app, request))
  const ago = (ms: number) => new Date(Date.now() - ms)
  const deps = { ...app.deps, db: jobsDb }
  const jobs: [string, number | undefined, () => Promise<unknown>][] = [
    ['refresh of trending, the first', 1, () => refreshTrending(deps, ago(2 * HOUR_MS))],
    ['refresh of trending, once an hour', 1, () => refreshTrending(deps, ago(HOUR_MS))],
    ['refresh of trending, every minute', 3, () => refreshTrending(deps, ago(HOUR_MS))],
    ['trending memes', undefined, () => get('/trending-memes?period=7d')],
    ['trending people', undefined, () => get('/users/trending?timeFrame=7d')],
    ['comparing new memes, none new', 2, () => compareNewMemes(deps)],
    ['neighbors of memes liked within an hour', 1, () => recomputeNeighbors(deps, ago(HOUR_MS))],
    ['the same, none liked since', 1, () => relateByTaste(deps, ago(HOUR_MS))],
    [
      `retention, ${LEDGER_ROWS} rows of the ledger`,
      1,
      () => withTransaction(jobsDb, (tx) => rollUpActions(tx, ago(29 * DAY_MS), LEDGER_ROWS)),
    ],
    [
      'deletion of a member with 50,000 actions',
      1,
      () => deleteAccount({ ...deps, ...accountDeletionHooks(deps) }, site.busyId),
    ],
  ]
  for (const [name, times, job] of jobs) if (wanted.test(name)) note(name, await costOf(app, job, times))
}

/** Recomputes the neighbors from scratch. */
async function recomputeNeighbors(deps: { db: Db }, since: Date): Promise<void> {
  await sql`delete from related_memes`.execute(deps.db)
  await relateByTaste(deps, since)
}

/** Feed pages of people who have just liked ten memes, four pages each. */
async function feedPage(app: TestApp, memes: number): Promise<Cost> {
  const waits: number[] = []
  let ms = 0
  for (let reader = 0; reader < FEED_WARM_UP + FEED_READERS; reader += 1) {
    const { token } = await buildMember(app)
    for (let nth = 0; nth < FEED_LIKES; nth += 1)
      await like(app, token, filledMemeId(1 + ((reader * 7 + nth * 13) % memes)))
    const before = await processorMs(app.db, engine)
    const times: number[] = []
    let cursor = ''
    for (let page = 0; page < FEED_PAGES; page += 1) {
      const began = performance.now()
      const answer = await app.call('GET', `/recommendation-feed${cursor}`, { token })
      times.push(performance.now() - began)
      if (answer.body.data.recommendations.length === 0) throw new Error('an empty page')
      cursor = `?cursor=${encodeURIComponent(answer.body.nextCursor)}`
    }
    if (reader < FEED_WARM_UP) continue
    ms += (await processorMs(app.db, engine)) - before
    waits.push(...times)
  }
  return { processor: ms / waits.length, waits }
}

async function like(app: TestApp, token: string, memeId: string): Promise<void> {
  const answer = await app.call('POST', '/user-action', { token, body: { memeId, action: 'like', active: true } })
  if (answer.status !== 200) throw new Error(`a like: ${answer.status}`)
}

/** Cost of a request; without `times` it is repeated many times. */
async function costOf(app: TestApp, request: (round: number) => Promise<unknown>, times?: number): Promise<Cost> {
  for (let round = 0; times === undefined && round < WARM_UP; round += 1) await request(round + 1000)
  const waits: number[] = []
  const before = await processorMs(app.db, engine)
  const began = performance.now()
  const isEnough = () =>
    times === undefined ? waits.length >= ROUNDS_MIN && performance.now() - began > REPEATED_MS : waits.length >= times
  while (!isEnough()) {
    const asked = performance.now()
    await request(waits.length)
    waits.push(performance.now() - asked)
  }
  return { processor: ((await processorMs(app.db, engine)) - before) / waits.length, waits }
}

const RECALL_QUERIES = 100
const RECALL_NEAREST = 10

/** Recall of the index: the share of a new meme's ten true nearest pictures that it finds. */
export async function measureRecall(jobsDb: Db, site: SitePlan): Promise<number> {
  const queries = Array.from({ length: RECALL_QUERIES }, (_, round) => `[${site.newVector(round).join(',')}]`)
  const found = await jobsDb.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    const bounds = await sql<{ found: number }>`
      with asked as materialized (select vector::vector from unnest(${queries}::text[]) q (vector))
      select sum((
        select count(*) from nearest_memes(asked.vector, 'ffffffff-ffff-ffff-ffff-ffffffffffff', ${RECALL_NEAREST}) n
        where n.meme_id = any (array(select v.meme_id from meme_vectors v order by (v.visual <=> asked.vector) + 0 limit ${RECALL_NEAREST}))
      ))::int as found from asked`.execute(one)
    await sql`reset statement_timeout`.execute(one)
    return bounds.rows[0]?.found ?? 0
  })
  return found / RECALL_QUERIES / RECALL_NEAREST
}
