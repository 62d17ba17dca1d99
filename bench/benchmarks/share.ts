// Share pages and sitemaps over HTTP: `npm run bench -- share [MEMES]`, embedded or, with DATABASE_URL set to an empty database,
// on PostgreSQL. Needs the built web client (`npm start` builds it). The server runs in a process of its own; requests come one
// after another from here, over one connection.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import { closeDeps, openDeps } from '#server/open-deps.ts'
import { startApp } from '#test/app-process.ts'
import { maintain } from '#test/maintain.ts'
import { engineName, figure, heading, row } from '../helpers/report.ts'

const ROUNDS = 1000
const WARM_UP = 200
const TAGS = 50
const memes = Number(process.argv[3] ?? 100_000)

/** Memes as rows, by the database itself; all show one stored file that is not there. */
async function fill(db: Db): Promise<void> {
  const userId = newId()
  await sql`insert into users (id, username, username_key, display_name, email_verified_at, memes_count)
    values (${userId}, 'maker', 'maker', 'Maker', now(), ${memes})`.execute(db)
  await sql`insert into blobs (key, bytes, mime) values ('0123456789012345678901234567890123456789.webp', 1, 'image/webp')`.execute(
    db,
  )
  await sql`insert into memes (id, user_id, name, description, tags, location, blob_origin, blob_medium, blob_small, width, height, thumbhash, mime, source_hash)
    select gen_random_uuid(), ${userId}, 'Meme number ' || n, 'What it is about #tag' || n % ${TAGS}::int, array['tag' || n % ${TAGS}::int], 'bulk', b.key, b.key, b.key,
      800, 600, '', 'image/webp', n::text
    from generate_series(1, ${memes}::int) n, blobs b`.execute(db)
  await sql`insert into meme_stats (meme_id) select id from memes`.execute(db)
}

/** Milliseconds from the request to the last byte, and the bytes. */
async function load(url: string): Promise<{ ms: number; bytes: number }> {
  const start = performance.now()
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const { byteLength } = await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  return { ms: performance.now() - start, bytes: byteLength }
}

const share = (times: number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1]?.toFixed(1)

const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
const databaseUrl = process.env.DATABASE_URL
const environment = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
try {
  const opened = await openDeps(readConfig(environment))
  await fill(opened.deps.db)
  await maintain(opened.engine)
  const rows = await sql<{ id: string }>`select id from memes order by random() limit ${ROUNDS}`.execute(opened.deps.db)
  await closeDeps(opened)
  const app = await startApp({ ...environment, DEMO: 'false', RATE_LIMITS: 'off' })
  heading(engineName(databaseUrl), `${memes} memes`)
  try {
    const meme = (id: string) => `/meme/${id}`
    // The second time without what a site of this size does when it starts.
    const pages = [
      ['share page, right after the start', meme],
      ['embed', (id: string) => `/embed/${id}`],
      ['share page, later', meme],
    ] as const
    for (const [name, pathOf] of pages) {
      const ids = rows.rows.map(({ id }) => id)
      for (const id of ids.slice(0, WARM_UP)) await load(app.url + pathOf(id))
      const times: number[] = []
      for (const id of ids) times.push((await load(app.url + pathOf(id))).ms)
      row(
        ['Page', 'Median', 'p95', 'Goal (p95)'],
        [name, `${share(times, 0.5)} ms`, `${share(times, 0.95)} ms`, '10 ms'],
      )
    }
    const index = await load(`${app.url}/sitemap.xml`)
    figure('sitemap index', `${index.ms.toFixed(0)} ms, ${index.bytes} bytes`)
    const text = await (await fetch(`${app.url}/sitemap.xml`)).text()
    const parts = [...text.matchAll(/<loc>([^<]*\/memes\/[^<]*)<\/loc>/g)].map(([, loc = '']) => loc)
    const loaded = []
    for (const loc of parts) loaded.push(await load(loc))
    const slowest = Math.max(...loaded.map(({ ms }) => ms))
    const largest = Math.max(...loaded.map(({ bytes }) => bytes))
    figure(`the slowest of ${parts.length} sitemap pages`, `${slowest.toFixed(0)} ms`)
    figure('the largest of them', `${(largest / 1e6).toFixed(1)} MB`)
  } finally {
    await app.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
