// How long a page of search takes. Arguments: how many memes (100,000 unless told), how often each query is asked (40).
// On PostgreSQL where TEST_DATABASE_URL names one, else embedded.
import { sql } from 'kysely'
import { newId } from '#server/db/id.ts'
import { deletesOf, fold } from '#server/domains/search/words.ts'
import { createTestApp } from '../test/app.ts'
import { buildMember } from '../test/factories.ts'
import { makeCaptions } from './captions.ts'
import { random } from './draw.ts'
import { machine } from './machine.ts'

const memes = Number(process.argv[3] ?? 100_000)
const rounds = Number(process.argv[4] ?? 40)
const BATCH = 500
const DIMENSIONS = 256
const TEMPLATES = 500

const app = await createTestApp()
const { user } = await buildMember(app)
const next = random('search')
const letters = 'abcdeghiklmnopqrstuvxy'
const rareWord = () => Array.from({ length: 7 }, () => letters[Math.floor(next() * letters.length)]).join('')
const templates = Array.from({ length: TEMPLATES }, () => Array.from({ length: DIMENSIONS }, () => next() - 0.5))
const rare: string[] = []

console.log(machine())
await sql`insert into blobs (key, bytes, mime) values ('bench', 1, 'image/webp')`.execute(app.db)
const captions = makeCaptions(Math.min(memes, 50_000), 'search').map(({ text }) => text.toLowerCase())
const vocabulary = new Set<string>()
const began = performance.now()
for (let done = 0; done < memes; done += BATCH) {
  const rows = Array.from({ length: Math.min(BATCH, memes - done) }, (_, index) => {
    const caption = captions[(done + index) % captions.length] ?? ''
    const own = rareWord()
    if (rare.length < rounds) rare.push(own)
    const exact = `${caption} ${own}`
    const folded = fold(exact)
    for (const word of folded.split(' ')) vocabulary.add(word)
    const template = templates[Math.floor(next() * TEMPLATES)] ?? []
    const visual = `[${template.map((value) => (value + (next() - 0.5) * 0.3).toFixed(3)).join(',')}]`
    return { id: newId(), exact: `${exact}\n\n\n\n`, folded: `${folded}\n\n\n\n`, words: folded.split(' '), visual }
  })
  const data = JSON.stringify(rows)
  const from = sql`from jsonb_to_recordset(${data}::jsonb) as r(id uuid, exact text, folded text, words text[], visual text)`
  await sql`insert into memes (id, user_id, name, location, blob_origin, blob_medium, blob_small, width, height, thumbhash, mime, source_hash)
    select r.id, ${user.id}, split_part(r.exact, e'\n', 1), 'bulk', 'bench', 'bench', 'bench', 480, 400, '', 'image/webp', r.id::text ${from}`.execute(
    app.db,
  )
  await sql`insert into meme_stats (meme_id) select r.id ${from}`.execute(app.db)
  await sql`insert into meme_texts (meme_id, exact_text, folded_text, folded, named)
    select r.id, r.exact, r.folded, array_to_tsvector(r.words), array_to_tsvector(r.words) ${from}`.execute(app.db)
  if (memes <= 200_000) {
    await sql`insert into meme_vectors (meme_id, visual, visual_version) select r.id, r.visual::vector, 1 ${from}`.execute(
      app.db,
    )
  }
}
const words = JSON.stringify([...vocabulary].map((word) => ({ word, deletes: deletesOf(word) })))
await sql`insert into search_words (word, stem, deletes)
  select w.word, coalesce((ts_lexize('english_stem', w.word))[1], w.word), w.deletes
  from jsonb_to_recordset(${words}::jsonb) as w(word text, deletes text[])`.execute(app.db)
for (const table of ['memes', 'meme_texts', 'meme_vectors', 'search_words', 'meme_stats']) {
  await sql`analyze ${sql.table(table)}`.execute(app.db)
}
console.log(`${memes} memes, ${vocabulary.size} words, in ${((performance.now() - began) / 1000).toFixed(0)} s`)

const misspell = (word: string) => `${word.slice(0, 3)}x${word.slice(4)}`
const queries: Record<string, (round: number) => string> = {
  'a rare word': (round) => rare[round % rare.length] ?? '',
  'a common word': (round) => ['meo', 'coffee', 'ngu', 'friday'][round % 4] ?? '',
  'three words': (round) => (captions[round * 7] ?? '').split(' ').slice(0, 3).join(' '),
  'a misspelt word': (round) => misspell(rare[round % rare.length] ?? ''),
}
for (const [name, make] of Object.entries(queries)) {
  const times: number[] = []
  for (let round = 0; round < rounds + 3; round += 1) {
    const before = performance.now()
    const answer = await app.call('GET', `/vector-search/text?q=${encodeURIComponent(make(round))}`)
    // The first few warm the caches.
    if (round >= 3) times.push(performance.now() - before)
    if (answer.status !== 200) console.log(answer.status, answer.body)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)
  console.log(`${name.padEnd(16)} median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`)
}
await app.stop()
