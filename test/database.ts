import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connectInMemory } from '#server/platform/db/embedded.ts'
import type { PgliteModule } from '#server/platform/db/embedded-protocol.ts'
import type { Engine } from '#server/platform/db/engine.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { connectPostgres } from '#server/platform/db/postgres.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { jobKinds } from '#server/worker.ts'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/memeroom/', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../server/platform/db/migrations/', import.meta.url))
const PGLITE = fileURLToPath(new URL('../node_modules/@electric-sql/pglite/dist/pglite.wasm', import.meta.url))
const POOL_SIZE = 6

/** PGlite's module, compiled once for all databases of this process. */
let compiled: Promise<PgliteModule> | undefined

// The types of a server without a browser lack it.
const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(file: Uint8Array): Promise<PgliteModule> } }
const compile = async () => WebAssembly.compile(await readFile(PGLITE))

async function connect(snapshot?: ArrayBuffer) {
  compiled ??= compile()
  return connectInMemory(snapshot, {}, await compiled)
}

export interface TestDatabase {
  engine: Engine
  drop(): Promise<void>
}

/** A migrated, empty database for one test file: embedded, or on the server of TEST_DATABASE_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL
  return url ? onServer(url, `memeroom_template_${(await schemaHash()).slice(0, 12)}`) : createEmbeddedDatabase()
}

/** A database without any table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return onServer(url, null)
  const engine = await connect()
  return { engine, drop: () => engine.close() }
}

/** A migrated, empty database on the embedded engine. */
export async function createEmbeddedDatabase(): Promise<TestDatabase> {
  const file = path.join(CACHE, `empty-${await schemaHash()}.tar`)
  const snapshot = await readFile(file).catch(() => null)
  if (snapshot) {
    const engine = await connect(new Uint8Array(snapshot).buffer)
    return { engine, drop: () => engine.close() }
  }
  const engine = await connect()
  await prepare(engine)
  await mkdir(CACHE, { recursive: true })
  // Test files run in parallel: each writes a temporary file with the same contents, and the last rename wins.
  const part = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(part, withoutTemplates(Buffer.from(await engine.dump())))
  await rename(part, file)
  return { engine, drop: () => engine.close() }
}

const TAR_BLOCK = 512

/** Removes the files of PostgreSQL's template databases, which tests do not use, from a tar file: they are more than a third of all files. */
function withoutTemplates(tar: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < tar.length; ) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0
    const end = at + (1 + Math.ceil(size / TAR_BLOCK)) * TAR_BLOCK
    if (!/^\/?base\/[14]\/\w/.test(tar.toString('latin1', at, at + 100))) kept.push(tar.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

/** @param template the database to copy, created if missing; null for an empty one */
async function onServer(url: string, template: string | null): Promise<TestDatabase> {
  const name = `memeroom_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    // One test file creates the template while the others wait.
    await admin.query(`select pg_advisory_lock(hashtext('memeroom test template'))`)
    const known = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (template && known.rowCount === 0) await makeTemplate(admin, url, template)
    await admin.query(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
    await admin.query(`select pg_advisory_unlock(hashtext('memeroom test template'))`)
  } finally {
    await admin.end()
  }
  const engine = await connectPostgres(databaseUrl(url, name), POOL_SIZE)
  return {
    engine,
    async drop() {
      await engine.close()
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`drop database if exists ${name} with (force)`)
      await client.end()
    },
  }
}

async function makeTemplate(admin: pg.Client, url: string, template: string): Promise<void> {
  const making = `${template}_${randomBytes(3).toString('hex')}`
  await admin.query(`create database ${making}`)
  const engine = await connectPostgres(databaseUrl(url, making), POOL_SIZE)
  await prepare(engine)
  await engine.close()
  await admin.query(`alter database ${making} rename to ${template}`)
}

/** Creates the tables of the product and of the job queue. */
async function prepare(engine: Engine): Promise<void> {
  await migrateToLatest(engine.db)
  const jobs = await createJobs(engine, jobKinds, {
    info: () => {},
    error: (object, message) => console.error(message, object),
  })
  await jobs.stop()
}

function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}

async function schemaHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(MIGRATIONS)).sort())
    hash.update(name).update(await readFile(path.join(MIGRATIONS, name)))
  for (const kind of jobKinds)
    hash.update(JSON.stringify([kind.name, kind.retryLimit, kind.retryDelaySeconds, kind.timeLimitSeconds]))
  return hash.digest('hex')
}
