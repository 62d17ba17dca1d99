import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { productVersion } from '../version.ts'
import { type Db, withTransaction } from './db.ts'
import { readValue, storeValue } from './stored-value-queries.ts'

const FEATURE_NOT_SUPPORTED = '0A000'
const INSUFFICIENT_PRIVILEGE = '42501'
const LOCK_NOT_AVAILABLE = '55P03'
/** Every development version with other migrations than release 0.1.0 has this one. */
const BEFORE_RELEASES = '0002-users'
/** Key in `settings` of the version that ran the last migrations. */
const VERSION_KEY = 'schema.version'
const FOLDER = new URL('./migrations/', import.meta.url)

/** Loads migrations from .sql files. Each file is one forward migration, named by the file. */
const fromFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    const migrations: Record<string, Migration> = {}
    for (const name of names) {
      migrations[name.replace(/\.sql$/, '')] = {
        async up(db) {
          // No timeout until the end of the transaction: building an index may take long.
          await sql`set local statement_timeout = 0`.execute(db)
          await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(db)
        },
      }
    }
    return migrations
  },
}

/**
 * Migrates the schema to the latest version. Runs all new migrations in one transaction under an advisory lock, so that nodes
 * starting together wait for each other. Returns the names of the migrations that ran. Throws the first error without changing
 * anything; a one-line error if the database has migrations unknown to this version, or if the server lacks an extension.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const { known, done } = await readMigrations(db)
  const unknown = done.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new Error(
      `the database was made by another version of Memeroom (it has the migration ${unknown}): ${await startableWith(db, unknown)}, or an empty DATA_DIR or database`,
    )
  // The migrator would read the whole catalog to determine this.
  if (done.length === known.size) return []
  const migrator = new Migrator({
    db,
    provider: fromFiles,
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw extensionMissing(error) ?? lockedTable(error) ?? error
  const version = await productVersion()
  await withTransaction(db, (tx) => storeValue(tx, VERSION_KEY, version))
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** Names the version that can start on a database with a migration unknown to this one. */
async function startableWith(db: Db, unknown: string): Promise<string> {
  if (unknown === BEFORE_RELEASES)
    return 'no release starts on the data of development versions before 2026-11-22 06:13 UTC (commit ffa173dd); use the one that made it'
  const version = await readValue(db, VERSION_KEY)
  return version ? `use version ${version} or a later one` : 'use that version'
}

/** Returns the error for a lock timeout. Migrations give up on locks soon, because requests queue behind a waiting migration. */
function lockedTable(error: unknown): Error | undefined {
  if ((error as { code?: string } | null)?.code !== LOCK_NOT_AVAILABLE) return undefined
  return new Error('a migration waited too long for a table in use, perhaps by a backup: start again when it has ended')
}

/** Returns the remedy if PostgreSQL lacks, or does not grant, an extension that the schema needs; undefined for other errors. */
function extensionMissing(error: unknown): Error | undefined {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  const name = /extension "(\w+)"/.exec(message)?.[1]
  if (!name) return undefined
  if (code === FEATURE_NOT_SUPPORTED) {
    const source = name === 'vector' ? 'pgvector' : 'the contrib modules of PostgreSQL'
    return new Error(
      `the PostgreSQL server of DATABASE_URL does not have the extension ${name}: install ${source} there`,
    )
  }
  if (code === INSUFFICIENT_PRIVILEGE)
    return new Error(
      `the account of DATABASE_URL may not create the extension ${name}: run "create extension ${name}" in this database as an administrator`,
    )
  return undefined
}

/** Returns this version's migrations, and those applied to the database; none for an empty database. */
async function readMigrations(db: Db): Promise<{ known: Set<string>; done: string[] }> {
  const known = new Set(await migrationNames())
  const table = await sql<{ found: string | null }>`select to_regclass('schema_migrations')::text as found`.execute(db)
  if (!table.rows[0]?.found) return { known, done: [] }
  const done = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  return { known, done: done.rows.map(({ name }) => name) }
}

/** Returns the names of this version's migrations, in order. */
export const migrationNames = async (): Promise<string[]> => Object.keys(await fromFiles.getMigrations())

/**
 * Runs and records one migration, for a database that is filled between two migrations. Its name must be one of
 * `migrationNames`.
 */
export async function runMigration(db: Db, name: string): Promise<void> {
  const migration = (await fromFiles.getMigrations())[name]
  if (!migration) throw new Error(`there is no migration ${name}`)
  await migration.up(db)
  await sql`insert into schema_migrations (name, timestamp) values (${name}, ${new Date().toISOString()})
    on conflict (name) do nothing`.execute(db)
}

/** Returns true if all migrations have run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const names = Object.keys(await fromFiles.getMigrations())
  const done = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  return done.rows.length >= names.length
}
