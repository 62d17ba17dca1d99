import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { fold } from '#contract/words.ts'
import { makeCaptions } from '#reader/samples/captions.ts'
import { random } from '#reader/samples/draw.ts'
import { connectEmbedded } from '#server/db/embedded.ts'
import type { Engine } from '#server/db/engine.ts'
import { newId } from '#server/db/id.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { connectPostgres } from '#server/db/postgres.ts'
import type { ReadWordText } from '#server/domains/search/indexing/ocr-alternatives.ts'
import { maintain } from '#test/maintain.ts'
import { insertLibrary, insertVocabulary, type LibraryMeme } from './library.ts'

const BATCH = 5000
const DIMENSIONS = 256
const TEMPLATES = 500
const CAPTIONS_MAX = 50_000
/** Above so many memes only the first have pictures to look alike: the rest are rows without files. */
const VECTORS_MAX = 100_000
const WORD_INDEXES = ['meme_texts_folded', 'meme_texts_named', 'search_words_by_deletes', 'search_words_by_trigrams']
const LETTERS = 'abcdeghiklmnopqrstuvxy'

export interface SearchLibrary {
  /** For the server's environment. */
  env: Record<string, string>
  /** Captions of memes that are in it. */
  captions: string[]
  /** Words that one to three memes have. */
  rare: string[]
}

/** The library of so many memes, filled by SQL where it is not there yet; it is kept for the next run. */
export async function searchLibrary(memes: number): Promise<SearchLibrary> {
  const captions = makeCaptions(Math.min(memes, CAPTIONS_MAX), 'search').map(({ text }) => text.toLowerCase())
  const next = random('rare words')
  const word = () =>
    Array.from({ length: 5 + Math.floor(next() * 4) }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join('')
  const rare = Array.from({ length: Math.ceil(memes / 2) }, word)
  const { env, engine, isFilled } = await open(memes)
  try {
    if (!isFilled) await fill(engine, memes, captions, rare)
  } finally {
    await engine.close()
  }
  return { env, captions, rare }
}

async function open(memes: number): Promise<{ env: Record<string, string>; engine: Engine; isFilled: boolean }> {
  const server = process.env.DATABASE_URL
  if (!server) {
    const folder = fileURLToPath(new URL(`../../.cache/bench/search-${memes}`, import.meta.url))
    await mkdir(folder, { recursive: true })
    const engine = await connectEmbedded(folder)
    return { env: { DATA_DIR: folder }, engine, isFilled: await isFull(engine, memes) }
  }
  const name = `memeroom_bench_search_${memes}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const known = await admin.query('select 1 from pg_database where datname = $1', [name])
  if (known.rowCount === 0) await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  // One connection, so that its settings hold for every statement.
  const engine = await connectPostgres(url.toString(), 1)
  return { env: { DATABASE_URL: url.toString() }, engine, isFilled: await isFull(engine, memes) }
}

async function isFull(engine: Engine, memes: number): Promise<boolean> {
  const table = await engine.executeSql(`select to_regclass('meme_texts') is not null as there`)
  if (!table.rows[0]?.there) return false
  await migrateToLatest(engine.db)
  const [row] = (await engine.executeSql('select count(*)::int as count from meme_texts')).rows
  if (row?.count !== memes && row?.count !== 0) throw new Error(`half filled: ${row?.count} of ${memes}; drop it first`)
  return row?.count === memes
}

/** One word in three is in doubt, as in pictures that are read. */
const asRead = (text: string, at: number): ReadWordText =>
  at % 3 === 0 ? { text, others: [{ text: `${text}\u0301`, chance: 0.1 }] } : { text }

async function fill(engine: Engine, memes: number, captions: string[], rare: string[]): Promise<void> {
  const began = performance.now()
  const { db } = engine
  await migrateToLatest(db)
  await engine.executeSql('set statement_timeout = 0')
  // Rows are whole by making; foreign keys need not be looked up for each.
  await engine.executeSql('set session_replication_role = replica')
  await engine.executeSql('drop index meme_vectors_visual')
  // Millions of rows at once are what GIN's pending list is for.
  for (const index of WORD_INDEXES) await engine.executeSql(`alter index ${index} set (fastupdate = on)`)
  const user = newId()
  await sql`insert into users (id, username, username_key, email, display_name, content_language)
    values (${user}, 'bench', 'bench', 'bench@example.com', 'Bench', 'en')`.execute(db)
  const next = random('search library')
  const templates = Array.from({ length: TEMPLATES }, () => Array.from({ length: DIMENSIONS }, () => next() - 0.5))
  const start = Date.now() - memes
  for (let done = 0; done < memes; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, memes - done) }, (_, at): LibraryMeme => {
      const index = done + at
      const caption = captions[index % captions.length] ?? ''
      const template = templates[Math.floor(next() * TEMPLATES)] ?? []
      const vector = template.map((value) => Math.round((value + (next() - 0.5) * 0.3) * 1000) / 1000)
      return {
        id: newId(start + index),
        name: index % 3 === 0 ? caption.split(' ').slice(0, 3).join(' ') : `img ${index % 9973}`,
        picture: `${caption} ${rare[index % rare.length]}`.split(' ').map(asRead),
        ...(index < VECTORS_MAX ? { vector } : {}),
      }
    })
    await insertLibrary(db, user, rows)
  }
  await insertVocabulary(db, new Set([...captions.flatMap((text) => fold(text).split(' ')), ...rare, 'img']))
  await engine.executeSql(`set maintenance_work_mem = '${engine.kind === 'postgres' ? 1024 : 128}MB'`)
  await engine.executeSql('create index meme_vectors_visual on meme_vectors using hnsw (visual vector_cosine_ops)')
  for (const index of WORD_INDEXES) {
    await engine.executeSql(`select gin_clean_pending_list('${index}')`)
    await engine.executeSql(`alter index ${index} set (fastupdate = off)`)
  }
  await maintain(engine)
  console.log(`${memes} memes put in, ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
