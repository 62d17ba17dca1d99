// What hiding costs: pages of the feed, searches and suggestions of members who blocked people and want less of tags, against members
// who hide nothing, in one run, one after the other. `npm run bench -- hidden [MEMES [BLOCKED [TAGS]]]`; embedded, or on PostgreSQL where
// TEST_DATABASE_URL names one. Prints ratios.
import { sql } from 'kysely'
import { makeCaptions } from '#reader/samples/captions.ts'
import { newId } from '#server/db/id.ts'
import { relateByTaste } from '#server/domains/feed/relate-memes.ts'
import { createTestApp } from '#test/app.ts'
import { type BuiltMember, buildMember } from '#test/factories.ts'
import { fillSite } from '../helpers/action-ledger.ts'
import { insertLibrary, insertVocabulary } from '../helpers/library.ts'
import { median } from '../helpers/machine.ts'
import { engineName, heading, row } from '../helpers/report.ts'

const [memes = 20_000, blocked = 100, tags = 1000] = process.argv.slice(3).map(Number)
const ROUNDS = 60
const BATCH = 5000

const app = await createTestApp()
heading(engineName(process.env.TEST_DATABASE_URL), `${blocked} people, ${tags} tags`)
await fillSite(app.db, memes, memes * 5)
const captions = makeCaptions(memes, 'hidden').map(({ text }) => text.toLowerCase())
const owner = (await buildMember(app)).user.id
for (let from = 0; from < memes; from += BATCH)
  await insertLibrary(
    app.db,
    owner,
    captions.slice(from, from + BATCH).map((name) => ({ id: newId(), name })),
  )
await insertVocabulary(app.db, new Set(captions.flatMap((text) => text.split(' '))))
// The library has many authors, as a site has.
await sql`
  update memes m set user_id = u.id from (select id, row_number() over (order by id) as n from users) u
  where m.user_id = ${owner} and u.n = 1 + abs(hashtext(m.id::text)) % 1000`.execute(app.db)
await app.maintain()
await relateByTaste(app.deps, new Date(Date.now() - 3_600_000))

const popular = await sql<{ id: string }>`select id from memes order by id limit 200`.execute(app.db)
async function buildReader(reader: number, hides: boolean): Promise<BuiltMember> {
  const member = await buildMember(app)
  const userId = member.user.id
  if (hides) {
    await sql`
      insert into hidden_people (user_id, person_id, reason)
      select ${userId}, id, 'block' from users where username like 'bench%' order by id limit ${blocked}`.execute(
      app.db,
    )
    await sql`
      insert into not_interested (user_id, kind, target)
      select ${userId}, 'tag', 'unwanted' || n from generate_series(1, ${tags}::int) n`.execute(app.db)
  }
  for (let like = 0; like < 10; like += 1) {
    const memeId = popular.rows[(reader * 7 + like * 13) % 200]?.id
    await app.call('POST', '/user-action', { token: member.token, body: { memeId, action: 'like', active: true } })
  }
  return member
}

const words = (round: number, count: number) =>
  (captions[(round * 37) % captions.length] ?? '').split(' ').slice(0, count).join(' ')
const common = ['meo', 'coffee', 'ngu', 'friday', 'meeting']
const calls: Record<string, (round: number) => string> = {
  'feed page': () => '/recommendation-feed',
  'search, a common word': (round) =>
    `/vector-search/text?q=${encodeURIComponent(common[round % common.length] ?? '')}`,
  'search, three words': (round) => `/vector-search/text?q=${encodeURIComponent(words(round, 3))}`,
  suggestions: (round) => `/vector-search/suggest?q=${encodeURIComponent(words(round, 1).slice(0, 3))}`,
  'trending page': () => '/trending-memes?period=1m',
}

/** Milliseconds of waiting and of processor time; on PostgreSQL the latter is this process's alone. */
async function measure(path: string, { token }: BuiltMember): Promise<{ waited: number; spent: number }> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const { status } = await app.call('GET', path, { token })
  const { user, system } = process.cpuUsage(before)
  if (status !== 200) throw new Error(`${path}: ${status}`)
  return { waited: performance.now() - began, spent: (user + system) / 1000 }
}

for (const [name, pathOf] of Object.entries(calls)) {
  const plain = { waited: [] as number[], spent: [] as number[] }
  const hiding = { waited: [] as number[], spent: [] as number[] }
  const kinds = [
    { results: plain, reader: await buildReader(1, false) },
    { results: hiding, reader: await buildReader(1, true) },
  ]
  for (let round = -5; round < ROUNDS; round += 1)
    for (const { results, reader } of round % 2 ? kinds : kinds.toReversed()) {
      const { waited, spent } = await measure(pathOf(round + 5), reader)
      if (round < 0) continue
      results.waited.push(waited)
      results.spent.push(spent)
    }
  const ratio = (of: 'waited' | 'spent') => (median(hiding[of]) / median(plain[of])).toFixed(2)
  row(
    ['For a member who hides much', 'Processor, ratio', 'Waited', 'Ratio'],
    [
      name,
      ratio('spent'),
      `${median(plain.waited).toFixed(1)} → ${median(hiding.waited).toFixed(1)} ms`,
      ratio('waited'),
    ],
  )
}
await app.stop()
