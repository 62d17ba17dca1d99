// How long grouping a whole library by template takes, and one new meme in it, by the product itself. Vectors and fingerprints are
// made up: six near each other to a template, the others far. Arguments: memes (100,000 by default), seconds at most (600); run it
// on PostgreSQL with TEST_DATABASE_URL.

import { sql } from 'kysely'
import { CELLS } from '#server/adapters/embeddings/fingerprint.ts'
import { VISUAL_DIMENSIONS } from '#server/adapters/embeddings/visual.ts'
import { withTransaction } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import { createTestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { insertLibrary } from '../helpers/library.ts'
import { median } from '../helpers/machine.ts'
import { figure, heading } from '../helpers/report.ts'

const memes = Number(process.argv[3] ?? 100_000)
const secondsMax = Number(process.argv[4] ?? 600)
const EACH = 6
const INSERTED_AT_ONCE = 1500
const NEW_MEMES = 20
/** Progress is printed as often. */
const SLICE_MS = 30_000
/** How far the vectors of one template are from each other, in lengths of a vector: their likeness is about 0.86. */
const SPREAD = 0.4
const INDEX = sql`create index meme_vectors_visual on meme_vectors using hnsw (visual vector_cosine_ops)`

/** A vector of about length 1 in any direction. */
const direction = (length: number) => Array.from({ length: VISUAL_DIMENSIONS }, () => gauss() * length)
const scale = 1 / Math.sqrt(VISUAL_DIMENSIONS)
const gauss = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
const centres = Array.from({ length: Math.ceil(memes / EACH) + NEW_MEMES }, () => direction(scale))
const near = (template: number) => {
  const noise = direction(scale * SPREAD)
  return (centres[template] ?? []).map((value, at) => Number((value + (noise[at] ?? 0)).toFixed(5)))
}
/** The upper half of a picture is its template's; captions change the rest. */
const cells = (template: number) =>
  Buffer.from(
    Uint8Array.from({ length: CELLS * CELLS }, (_, at) =>
      at < (CELLS * CELLS) / 2 ? template * 31 + at : Math.random() * 256,
    ),
  )

const app = await createTestApp()
const { user } = await buildMember(app)
async function insert(templates: readonly number[]): Promise<void> {
  const rows = templates.map((template) => ({ id: newId(), name: 'untitled', vector: near(template) }))
  await insertLibrary(app.db, user.id, rows)
  await sql`insert into meme_fingerprints (meme_id, blocks) select r.id, r.blocks
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${templates.map(cells)}::bytea[]) r (id, blocks)`.execute(app.db)
}

heading('PostgreSQL')
await sql`drop index meme_vectors_visual`.execute(app.db)
for (let from = 0; from < memes; from += INSERTED_AT_ONCE) {
  const count = Math.min(INSERTED_AT_ONCE, memes - from)
  // Memes of many templates come in turns.
  await insert(Array.from({ length: count }, (_, at) => (from + at) % Math.ceil(memes / EACH)))
}
await withTransaction(app.db, async (tx) => {
  await sql`set local statement_timeout = 0`.execute(tx)
  await INDEX.execute(tx)
})
await app.maintain()
console.log(`${memes} memes are there; grouping them`)
const grouped = async () =>
  Number((await sql<{ count: string }>`select count(*) as count from meme_templates`.execute(app.db)).rows[0]?.count)
const began = performance.now()
let done = 0
while (done < memes && performance.now() - began < secondsMax * 1000) {
  const from = performance.now()
  await compareNewMemes(app.deps, { signal: AbortSignal.timeout(SLICE_MS) })
  const now = await grouped()
  console.log(`${now} grouped, ${((performance.now() - from) / Math.max(1, now - done)).toFixed(1)} ms each`)
  done = now
}
const seconds = (performance.now() - began) / 1000
figure(`${done} memes grouped in`, `${seconds.toFixed(0)} s`, 'minutes')
figure('each of them', `${((seconds * 1000) / done).toFixed(1)} ms`)
if (done >= memes) {
  const times: number[] = []
  for (let nth = 0; nth < NEW_MEMES; nth += 1) {
    await insert([nth])
    const from = performance.now()
    await compareNewMemes(app.deps)
    times.push(performance.now() - from)
  }
  const sizes = await sql<{ right: string; all: string }>`
    select count(*) filter (where n = ${EACH}) as right, count(*) as all
    from (select count(*) as n from meme_templates group by template_id) s`.execute(app.db)
  figure('a new meme, median', `${median(times).toFixed(1)} ms`, '50 ms')
  figure('the slowest new meme', `${Math.max(...times).toFixed(1)} ms`)
  figure(`groups of ${EACH} that are whole`, `${sizes.rows[0]?.right} of ${sizes.rows[0]?.all}`)
}
await app.stop()
