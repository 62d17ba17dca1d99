import { FEED_FRESH_MS } from '#server/domains/feed/catalogue/feed-memory.ts'
import { findLookalikeFingerprints } from '#server/domains/search/likeness/queries.ts'
import { refreshTrending } from '#server/domains/trending/refresh-trending.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { filledMemeId, filledUserId } from '../helpers/action-ledger.ts'
import { type GrownSite, growSite } from '../helpers/growth-site.ts'
import { machine } from '../helpers/machine.ts'
import { processorMs } from '../helpers/processor-time.ts'

// How the work for a request grows with the site: `npm run bench -- growth [MAX]` fills sites of 1,000, 10,000, … MAX memes (100,000 by
// default) with ten times as many actions, and prints milliseconds of processor for a request, database included, as a table; on
// PostgreSQL where TEST_DATABASE_URL names one on this machine, else embedded.

const SMALLEST = 1000
const STEP = 10
const max = Number(process.argv[3] ?? 100_000)
/** Each kind of request is repeated for so long, and so often at least. */
const REPEATED_MS = 2000
const ROUNDS_MIN = 40
const WARM_UP = 10
const FEED_LIKES = 10
const FEED_PAGES = 4
const HOUR_MS = 3_600_000

const sizes: number[] = []
for (let size = SMALLEST; size <= max; size *= STEP) sizes.push(size)
const engine = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'
const rows = new Map<string, number[]>()

console.log(`${machine()}, ${engine === 'postgres' ? 'PostgreSQL' : 'embedded'}`)
for (const size of sizes) {
  const app = await createTestApp({}, { feedFreshMs: FEED_FRESH_MS })
  try {
    const began = performance.now()
    const site = await growSite(app, size)
    console.log(`${size} memes put in after ${seconds(began)}`)
    await measure(app, site, size)
  } finally {
    await app.stop()
  }
}
const logs = Math.log(sizes.at(-1) ?? 1) / Math.log(SMALLEST)
console.log(`\n| ms of processor | ${sizes.join(' | ')} | times; log n: ${logs.toFixed(2)} | slope |`)
console.log(`|${'---|'.repeat(sizes.length + 3)}`)
for (const [name, figures] of rows) {
  const times = (figures.at(-1) ?? 0) / (figures[0] ?? 1)
  const slope = Math.log(times) / Math.log((sizes.at(-1) ?? 1) / SMALLEST)
  console.log(
    `| ${name} | ${figures.map((ms) => ms.toFixed(1)).join(' | ')} | ${times.toFixed(2)} | ${slope.toFixed(2)} |`,
  )
}

async function measure(app: TestApp, site: GrownSite, memes: number): Promise<void> {
  const note = (name: string, ms: number) => {
    rows.set(name, [...(rows.get(name) ?? []), ms])
    console.log(`  ${name}: ${ms.toFixed(1)} ms`)
  }
  const { user, token } = await buildMember(app)
  const get = async (path: string) => {
    const answer = await app.call('GET', path, { token })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  }
  const meme = (round: number) => filledMemeId(1 + ((round * 7919) % memes))
  const word = (list: string[], round: number, at = 0) => list[(round * 101) % list.length]?.split(' ')[at] ?? ''
  const search = (words: string) => get(`/vector-search/text?q=${encodeURIComponent(words)}`)
  note('member’s feed', await feedPage(app, memes))
  const requests: Record<string, (round: number) => Promise<unknown>> = {
    'search, a common word': (round) => search(word(['meo', 'coffee', 'ngu', 'friday', 'meeting'], round)),
    'search, a rare word': (round) => search(word(site.rare, round)),
    'search, three words': (round) =>
      search(site.captions[(round * 37) % site.captions.length]?.split(' ').slice(0, 3).join(' ') ?? ''),
    'search, a misspelt word': (round) => search(word(site.rare, round).replace(/^(...)./, '$1z')),
    'similar memes': (round) => get(`/meme/recommend/by-image?imageId=${meme(round)}`),
    profile: (round) => get(`/users/${filledUserId(1 + (round % site.people))}`),
    'memes of a person': (round) => get(`/meme/user/${filledUserId(1 + (round % site.people))}`),
    album: () => get(`/albums/${site.albumId}/memes`),
    followers: () => get(`/users/${site.starId}/followers`),
    following: (round) => get(`/users/${filledUserId(1 + (round % site.people))}/following`),
    'a like': (round) => like(app, token, meme(round)),
    'duplicates of an upload': (round) => findLookalikeFingerprints(app.db, user.id, site.newVector(round), false),
  }
  for (const [name, request] of Object.entries(requests)) note(name, await processorOf(app, request))
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  note('refresh of trending, the first', await processorOf(app, () => refreshTrending(app.deps, hoursAgo(2)), 1))
  note('refresh of trending, once an hour', await processorOf(app, () => refreshTrending(app.deps, hoursAgo(1)), 1))
  note('refresh of trending, every minute', await processorOf(app, () => refreshTrending(app.deps, hoursAgo(1)), 3))
  note('trending memes', await processorOf(app, () => get('/trending-memes?period=7d')))
  note('trending people', await processorOf(app, () => get('/users/trending?timeFrame=7d')))
}

/** A page of somebody who has just liked ten memes, four pages each. */
async function feedPage(app: TestApp, memes: number): Promise<number> {
  let [pages, ms] = [0, 0]
  for (let reader = 0; pages < ROUNDS_MIN; reader += 1) {
    const { token } = await buildMember(app)
    for (let nth = 0; nth < FEED_LIKES; nth += 1)
      await like(app, token, filledMemeId(1 + ((reader * 7 + nth * 13) % memes)))
    const before = await processorMs(app.db, engine)
    let cursor = ''
    for (let page = 0; page < FEED_PAGES; page += 1) {
      const answer = await app.call('GET', `/recommendation-feed${cursor}`, { token })
      if (answer.body.data.recommendations.length === 0) throw new Error('an empty page')
      cursor = `?cursor=${encodeURIComponent(answer.body.nextCursor)}`
    }
    // The first pages compile what they run.
    if (reader < 2) continue
    ms += (await processorMs(app.db, engine)) - before
    pages += FEED_PAGES
  }
  return ms / pages
}

async function like(app: TestApp, token: string, memeId: string): Promise<void> {
  const answer = await app.call('POST', '/user-action', { token, body: { memeId, action: 'like', active: true } })
  if (answer.status !== 200) throw new Error(`a like: ${answer.status}`)
}

/** Milliseconds of processor for one request: many times where none is given. */
async function processorOf(
  app: TestApp,
  request: (round: number) => Promise<unknown>,
  times?: number,
): Promise<number> {
  for (let round = 0; times === undefined && round < WARM_UP; round += 1) await request(round + 1000)
  const before = await processorMs(app.db, engine)
  const began = performance.now()
  let round = 0
  const isEnough = () =>
    times === undefined ? round >= ROUNDS_MIN && performance.now() - began > REPEATED_MS : round >= times
  for (; !isEnough(); round += 1) await request(round)
  return ((await processorMs(app.db, engine)) - before) / round
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`
}
