import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './db.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Each .sql file is one forward migration, named by its file. */
const fromFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    const migrations: Record<string, Migration> = {}
    for (const name of names) {
      migrations[name.replace(/\.sql$/, '')] = {
        async up(db) {
          await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(db)
        },
      }
    }
    return migrations
  },
}

/**
 * Brings the schema up to date, with all new migrations in one transaction under an advisory lock, so that nodes starting
 * together wait for each other. Returns the names of those that ran. Throws the first error without changing anything; an error
 * with one line if the database has migrations unknown to this version.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const unknown = await findUnknownMigration(db)
  if (unknown !== undefined)
    throw new Error(
      `the database was made by another version of Memeroom (it has the migration ${unknown}): use that version, or an empty DATA_DIR or database`,
    )
  const migrator = new Migrator({
    db,
    provider: fromFiles,
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** The first applied migration that this version does not know; undefined if there is none or the database is empty. */
async function findUnknownMigration(db: Db): Promise<string | undefined> {
  const table = await sql<{ found: string | null }>`select to_regclass('schema_migrations')::text as found`.execute(db)
  if (!table.rows[0]?.found) return undefined
  const known = await fromFiles.getMigrations()
  const done = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  return done.rows.find(({ name }) => !(name in known))?.name
}

/** Whether all migrations have run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const names = Object.keys(await fromFiles.getMigrations())
  const done = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  return done.rows.length >= names.length
}
