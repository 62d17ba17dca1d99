import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { createTestDatabase } from '#test/database.ts'
import { filledMemeId, inBulk } from '../helpers/action-ledger.ts'
import { planSite } from '../helpers/growth-site.ts'
import { processorMs } from '../helpers/processor-time.ts'
import { engineName, heading, row } from '../helpers/report.ts'

// What the index of pictures finds: `npm run bench -- nearest [MEMES [QUERIES]]`, 100,000 and 50 by default. Fills vectors alone, as `growth` has
// them, builds the index, as it is and with numbers of half the length, and prints how long that took, its size, the processor time of a
// search, and how many of the ten really nearest it finds; on PostgreSQL where TEST_DATABASE_URL names one on this machine, else embedded.

const [memes = 100_000, queryCount = 50] = process.argv.slice(3).map(Number)
const BATCH = 5000
const WANTED = 10
const SHOWN = 60
const engine = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'
/** All of the graph in memory, or building takes many times as long. */
const MEMORY_MB = engine === 'postgres' ? Math.max(256, Math.ceil(memes / 400)) : 128
const FULL = 'meme_vectors_visual'
const KINDS = [
  { name: 'four bytes a number', index: FULL, column: 'visual', type: 'vector', operators: 'vector_cosine_ops' },
  {
    name: 'two bytes a number',
    index: 'meme_vectors_half',
    column: '(visual::halfvec(256))',
    type: 'halfvec',
    operators: 'halfvec_cosine_ops',
  },
]

const site = planSite(memes)
const queries = Array.from({ length: queryCount }, (_, round) => `[${site.newVector(round).join(',')}]`)
const database = await createTestDatabase()
const db = database.engine.jobsDb
try {
  await inBulk(
    db,
    ['meme_vectors'],
    async (tx) => {
      for (let done = 0; done < memes; done += BATCH) {
        const nths = Array.from({ length: Math.min(BATCH, memes - done) }, (_, at) => done + at + 1)
        await sql`insert into meme_vectors (meme_id, visual, visual_version) select r.id, r.visual::vector, 1
          from unnest(${nths.map(filledMemeId)}::uuid[], ${nths.map((nth) => JSON.stringify(site.vectorOf(nth)))}::text[]) r (id, visual)`.execute(
          tx,
        )
      }
    },
    [FULL],
  )
  await database.engine.executeSql('analyze meme_vectors')
  heading(engineName(process.env.TEST_DATABASE_URL), `${memes.toLocaleString('en')} memes`)
  const nearest = await reallyNearest(db)
  for (const kind of KINDS) await measure(db, kind, nearest)
} finally {
  await database.drop()
}
process.exit()

function reallyNearest(db: Db): Promise<string[][]> {
  return unbounded(db, async (one) => {
    const found = await sql<{ ids: string[] }>`
      with asked as materialized (select nth, vector::vector from unnest(${queries}::text[]) with ordinality q (vector, nth))
      select array(select v.meme_id from meme_vectors v order by (v.visual <=> asked.vector) + 0 limit ${WANTED}) as ids
      from asked order by nth`.execute(one)
    return found.rows.map(({ ids }) => ids)
  })
}

async function measure(db: Db, kind: (typeof KINDS)[number], nearest: string[][]): Promise<void> {
  const began = performance.now()
  await unbounded(db, async (one) => {
    await sql.raw(`set maintenance_work_mem = '${MEMORY_MB}MB'`).execute(one)
    await sql
      .raw(`create index ${kind.index} on meme_vectors using hnsw (${kind.column} ${kind.operators})`)
      .execute(one)
    await sql`reset maintenance_work_mem`.execute(one)
  })
  const seconds = (performance.now() - began) / 1000
  const size = await sql<{ bytes: number }>`select pg_relation_size(${kind.index}::regclass)::float8 as bytes`.execute(
    db,
  )
  const found = await unbounded(db, async (one) => {
    // As nearest_memes has it.
    await sql`set hnsw.ef_search = 100`.execute(one)
    await sql`set hnsw.iterative_scan = 'strict_order'`.execute(one)
    await sql`set enable_sort = off`.execute(one)
    const find = async (query: string) => {
      const answer = await sql<{ id: string }>`
        select meme_id as id from meme_vectors order by ${sql.raw(kind.column)} <=> ${query}::${sql.raw(`${kind.type}(256)`)} limit ${SHOWN}`.execute(
        one,
      )
      return answer.rows.map(({ id }) => id)
    }
    for (const query of queries) await find(query)
    const before = await processorMs(db, engine)
    const ids: string[][] = []
    for (const query of queries) ids.push(await find(query))
    const ms = ((await processorMs(db, engine)) - before) / queries.length
    for (const setting of ['hnsw.ef_search', 'hnsw.iterative_scan', 'enable_sort'])
      await sql.raw(`reset ${setting}`).execute(one)
    return { ids, ms }
  })
  const right = nearest.map((ids, nth) => ids.filter((id) => found.ids[nth]?.slice(0, WANTED).includes(id)).length)
  row(
    [
      'Index',
      'Built in',
      'Size',
      `Search of ${SHOWN}, processor`,
      `The ${WANTED} nearest it finds, of those really nearest`,
    ],
    [
      kind.name,
      `${seconds.toFixed(0)} s`,
      `${((size.rows[0]?.bytes ?? 0) / 1e6).toFixed(0)} MB`,
      `${found.ms.toFixed(1)} ms`,
      (right.reduce((sum, each) => sum + each, 0) / queries.length / WANTED).toFixed(3),
    ],
  )
  await sql.raw(`drop index ${kind.index}`).execute(db)
}

/** On one connection, whose statements may take any time. */
function unbounded<T>(db: Db, work: (one: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    try {
      return await work(one)
    } finally {
      await sql`reset statement_timeout`.execute(one)
    }
  })
}
