import { sql } from 'kysely'
import { compareNewMemes, relateByTaste } from '#server/domains/feed/relate-memes.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { createRandom } from '#test/random.ts'
import { fillMemes, fillPeople, type MadeMeme, type Person, SHAPE, type Shape } from '../helpers/population.ts'
import { engineName, figure, heading, row } from '../helpers/report.ts'

// Simulates people with hidden tastes who use the real API for some thousand pages, a quarter each with Memeroom's feed, by
// popularity, by newness and at random, on one database: `npm run bench -- feed-simulation [PEOPLE [ROUNDS [SEED
// [NAME=VALUE…]]]]`. The names are those of `Shape` and change the population. Runs on PostgreSQL if TEST_DATABASE_URL is set,
// else embedded.

const given = process.argv.slice(3)
const [people = 160, rounds = 14, seed = 7] = given.filter((one) => !one.includes('=')).map(Number)
const others = given
  .filter((one) => one.includes('='))
  .map((one): [string, string] => [one.split('=')[0] ?? '', one.split('=')[1] ?? ''])
const shape: Shape = { ...SHAPE, ...Object.fromEntries(others.map(([name, value]) => [name, Number(value)])) }
const MEMES = 2400
const EARLIER_PEOPLE = 60
const EARLIER_LOOKS = 50
const PAGE = 10
/** People who read concurrently. */
const AT_ONCE = 6
const ACTIONS_BEFORE_LEARNT = 30
const POLICIES = ['memeroom', 'popular', 'newest', 'random'] as const
type Policy = (typeof POLICIES)[number]

interface Reader extends Person {
  policy: Policy
  seen: Set<string>
  actions: number
}

interface Tally {
  shown: number
  liked: number
  favourite: number
  quality: number
}

interface Shown {
  id: string
  /** Only set for the feed. */
  reason?: string
}

const app = await createTestApp({}, { isMeasured: true })
const random = createRandom(seed)
heading(engineName(process.env.TEST_DATABASE_URL), `${rounds} pages of ${PAGE} each, ${MEMES} memes, seed ${seed}`)
const memes = await fillMemes(app, random, MEMES, shape)
await compareNewMemes(app.deps)
await atOnce(await fillPeople(app, random, EARLIER_PEOPLE, shape), async (person) => {
  for (let look = 0; look < EARLIER_LOOKS; look += 1) await lookAt(person, person.random.pick([...memes.keys()]), 0)
})
await relateByTaste(app.deps, new Date(0))

const readers: Reader[] = (await fillPeople(app, random, people, shape)).map((person, index) => ({
  ...person,
  policy: POLICIES[index % POLICIES.length] ?? 'random',
  seen: new Set<string>(),
  actions: 0,
}))
const tallies = new Map<string, Tally>()
const shownBy = new Map<Policy, Set<string>>(POLICIES.map((policy) => [policy, new Set<string>()]))
for (let round = 0; round < rounds; round += 1) {
  const began = new Date()
  await atOnce(readers, async (reader) => {
    if (round === rounds >> 1 && reader.random.chance(0.3)) reader.drift()
    await readPage(reader)
  })
  await relateByTaste(app.deps, began)
}
report()
await app.stop()

async function atOnce<One>(all: One[], work: (one: One) => Promise<void>): Promise<void> {
  const left = [...all]
  const worker = async () => {
    for (let one = left.shift(); one; one = left.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function readPage(reader: Reader): Promise<void> {
  const phase = reader.actions < 10 ? 'first 10' : reader.actions < ACTIONS_BEFORE_LEARNT ? '10 to 30' : 'after 30'
  const shown = await pageFor(app, reader)
  if (reader.policy === 'memeroom') recordUpperBounds(reader, phase)
  const inView: string[] = []
  for (const [rank, { id, reason }] of shown.entries()) {
    shownBy.get(reader.policy)?.add(id)
    const meme = memes.get(id)
    const { liked, acted, attends } = await lookAt(reader, id, rank)
    reader.actions += acted
    if (attends) inView.push(id)
    for (const name of [reader.policy, ...(reason ? [`reason ${reason}`] : [])])
      if (meme) note(`${name} ${phase}`, reader, meme, Number(liked))
  }
  for (const id of inView) reader.seen.add(id)
  if (reader.policy === 'memeroom' && inView.length > 0) await post(reader, { action: 'seen', memeIds: inView })
}

function note(name: string, reader: Reader, meme: MadeMeme, liked: number): void {
  const tally = tallies.get(name) ?? { shown: 0, liked: 0, favourite: 0, quality: 0 }
  tally.shown += 1
  tally.liked += liked
  tally.favourite += Number(reader.isFavourite(meme))
  tally.quality += meme.quality
  tallies.set(name, tally)
}

/** Records two upper bounds: a page chosen by the reader's kinds but not each meme's quality, and one chosen by both. */
function recordUpperBounds(reader: Reader, phase: string): void {
  const left = [...memes].filter(([id]) => !reader.seen.has(id)).map(([, meme]) => meme)
  const best = left.toSorted((a, b) => reader.likes(b) - reader.likes(a)).slice(0, PAGE)
  for (const meme of best) note(`kinds and quality known ${phase}`, reader, meme, reader.likes(meme))
  for (const meme of left.filter((one) => reader.isFavourite(one)))
    note(`kinds known ${phase}`, reader, meme, reader.likes(meme))
}

/**
 * Simulates a look at a meme: whether it is liked, and which actions follow. Memes further down get fewer actions, and popular
 * memes are slightly more likely to be liked, as with real people.
 */
async function lookAt(
  person: Person,
  id: string,
  rank: number,
): Promise<{ liked: boolean; acted: number; attends: boolean }> {
  const meme = memes.get(id)
  if (!meme) return { liked: false, acted: 0, attends: false }
  const crowd = 1 + 0.08 * Math.log10(1 + meme.likes)
  const liked = person.random.chance(Math.min(0.95, person.likes(meme) * crowd))
  const attends = person.random.chance(1 / (1 + 0.06 * rank))
  let acted = 0
  const act = async (action: string) => {
    acted += 1
    await post(person, { memeId: id, action, active: true })
  }
  if (attends && person.random.chance(liked ? 0.7 : 0.3)) await act('view')
  if (attends && liked) {
    meme.likes += 1
    await act('like')
    if (person.random.chance(0.25)) await act('copy')
  }
  return { liked, acted, attends }
}

async function post({ token }: Person, body: { action: string; [field: string]: unknown }): Promise<void> {
  const answer = await app.call('POST', '/user-action', { token, body })
  if (answer.status !== 200) throw new Error(`${body.action}: ${answer.status}`)
}

async function pageFor({ db, call }: TestApp, reader: Reader): Promise<Shown[]> {
  if (reader.policy === 'memeroom') {
    const answer = await call('GET', `/recommendation-feed?limit=${PAGE}`, { token: reader.token })
    return answer.body.data.recommendations.map((meme: { _id: string; reason: string }) => ({
      id: meme._id,
      reason: meme.reason,
    }))
  }
  const order = {
    popular: sql`s.like_count + s.copy_count desc, m.id desc`,
    newest: sql`m.created_at desc, m.id desc`,
    random: sql`random()`,
  }[reader.policy]
  const found = await sql<{ id: string }>`
    select m.id from memes m join meme_stats s on s.meme_id = m.id where not (m.id = any(${[...reader.seen]}::uuid[]))
    order by ${order} limit ${PAGE}`.execute(db)
  return found.rows
}

function report(): void {
  const share = (policy: Policy, phase: string) => {
    const tally = tallies.get(`${policy} ${phase}`)
    return tally && tally.shown > 0 ? tally.liked / tally.shown : Number.NaN
  }
  for (const phase of ['first 10', '10 to 30', 'after 30']) {
    const shares = POLICIES.map((policy) => percent(share(policy, phase)))
    row(['Liked, of what was shown', ...POLICIES], [`${phase} actions`, ...shares])
  }
  const coverage = POLICIES.map((policy) => percent((shownBy.get(policy)?.size ?? 0) / MEMES))
  row(['Liked, of what was shown', ...POLICIES], ['memes shown at least once', ...coverage])
  const ratio = (phase: string) => share('memeroom', phase) / share('popular', phase)
  for (const [name, { shown, liked, favourite, quality }] of [...tallies].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    row(
      ['Policy and phase', 'Shown', 'Liked', 'Of the two favourite kinds', 'Quality'],
      [name, shown, percent(liked / shown), percent(favourite / shown), (quality / shown).toFixed(2)],
    )
  figure('against popularity in the first 10 actions', ratio('first 10').toFixed(2), '1.1')
  figure('against popularity after 30 actions', ratio('after 30').toFixed(2), '1.5')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
