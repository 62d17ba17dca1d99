import { CompiledQuery } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { migrationNames, runMigration } from '../../platform/db/migrate.ts'
import { BACKUP_BYTES_KEY, LAST_BACKUP_KEY, storeValue } from '../../platform/db/stored-value-queries.ts'
import { type DumpedTable, insertStatement, quoted, readTable, TABLES } from './dump-queries.ts'
import type { Manifest } from './manifest.ts'

type Row = Record<string, unknown>

export async function run(db: Db, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/** Returns true if the database references this file now. */
export async function findFile(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('blobs').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
}

/** Returns true if the site has only demo users. */
export async function isVacant(db: Db): Promise<boolean> {
  const [row] = await run(
    db,
    `select not exists (select from users where not is_demo)
      and not exists (select from memes m left join users u on u.id = m.user_id where u.id is null) as "isVacant"`,
  )
  return row?.isVacant === true
}

export const listTables = async (db: Db): Promise<DumpedTable[]> => (await run(db, TABLES)).map(readTable)

export async function listFiles(db: Db): Promise<string[]> {
  return (await run(db, 'select key from blobs')).map(({ key }) => String(key))
}

/** Disables statement time limits for a restore. */
export async function liftTimeLimits(tx: Tx): Promise<void> {
  await run(tx, 'set local statement_timeout = 0')
  await run(tx, 'set local idle_in_transaction_session_timeout = 0')
}

/** Locks all tables against reads and writes until the transaction ends. */
export async function lockTables(tx: Tx): Promise<void> {
  const names = (await listTables(tx)).map(({ name }) => quoted(name))
  await run(tx, `lock table ${names.join(', ')} in access exclusive mode`)
}

/** Empties all tables, which must be locked. Triggers stay disabled until `resumeTriggers`. */
export async function emptyTables(tx: Tx): Promise<void> {
  const tables = await listTables(tx)
  const names = tables.map(({ name }) => quoted(name))
  for (const name of names) await run(tx, `alter table ${name} disable trigger user`)
  await run(tx, `truncate table ${names.join(', ')}, data_exports cascade`)
}

export async function resumeTriggers(tx: Tx): Promise<void> {
  for (const { name } of await listTables(tx)) await run(tx, `alter table ${quoted(name)} enable trigger user`)
}

/** Replaces the schema with an earlier version, without rows. */
export async function rebuildSchema(tx: Tx, migrations: string[]): Promise<void> {
  const dropped = await run(
    tx,
    `select format('drop table if exists public.%I cascade', relname) as text from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not like 'schema_migrations%'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all select format('drop view if exists public.%I cascade', relname) from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'v'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select format('drop type if exists public.%I cascade', t.typname) from pg_type t
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
        and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
  )
  for (const { text } of dropped) await run(tx, String(text))
  await run(tx, 'delete from schema_migrations')
  for (const name of migrations) await runMigration(tx, name)
}

/** Migrates a schema from `rebuildSchema`, now filled, to the current version. */
export async function runLaterMigrations(tx: Tx, migrations: string[]): Promise<void> {
  const done = new Set(migrations)
  for (const name of await migrationNames()) if (!done.has(name)) await runMigration(tx, name)
}

/**
 * Drops indexes that no constraint needs and returns their definitions. Filling a table first and indexing it later is far
 * faster.
 */
export async function dropIndexes(tx: Tx): Promise<string[]> {
  const indexes = await run(
    tx,
    `select format('drop index %s', i.indexrelid::regclass) as gone, pg_get_indexdef(i.indexrelid) as made
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'schema_migrations%'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  for (const { gone } of indexes) await run(tx, String(gone))
  return indexes.map(({ made }) => String(made))
}

export async function createIndexes(tx: Tx, definitions: string[]): Promise<void> {
  for (const definition of definitions) await run(tx, definition)
}

/**
 * Drops all foreign keys, because rows are restored table by table and tables have circular references. Returns the statements
 * that restore the keys, which then check every row.
 */
export async function dropForeignKeys(tx: Tx): Promise<string[]> {
  const keys = await run(
    tx,
    `select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as gone,
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as made
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0`,
  )
  for (const { gone } of keys) await run(tx, String(gone))
  return keys.map(({ made }) => String(made))
}

export async function createForeignKeys(tx: Tx, definitions: string[]): Promise<void> {
  for (const definition of definitions) await run(tx, definition)
}

/** @param lines rows in the dump's format */
export async function insertLines(tx: Tx, table: DumpedTable, names: string[], lines: string[]): Promise<void> {
  await run(tx, insertStatement(table, names), [`[${lines.join(',')}]`])
}

/** Advances identity sequences past the highest value in their columns. */
export async function advanceSequences(tx: Tx): Promise<void> {
  const columns = await run(
    tx,
    `select c.relname as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped`,
  )
  for (const { name, column } of columns) {
    const [table, field] = [quoted(String(name)), quoted(String(column))]
    await run(
      tx,
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${field}), 0) + 1, false) from ${table}`,
      [table, String(column)],
    )
  }
}

export async function analyze(db: Db): Promise<void> {
  for (const { name } of await listTables(db)) await run(db, `analyze ${quoted(name)}`)
}

/** Renames an upload's received file, because this site's storage uses another name. */
export async function renameStaged(tx: Tx, from: string, to: string, isShared: boolean): Promise<void> {
  await run(tx, 'update upload_files set staged_key = $2 where staged_key = $1', [from, to])
  await run(tx, 'delete from staged_objects where key = $1', [from])
  if (isShared) await run(tx, 'insert into staged_objects (key) values ($1) on conflict do nothing', [to])
}

/** Stores the time and the size of the last backup. */
export async function storeLastBackup(
  tx: Tx,
  { createdAt, files, pictures }: Pick<Manifest, 'createdAt' | 'files' | 'pictures'>,
): Promise<void> {
  await storeValue(tx, LAST_BACKUP_KEY, createdAt)
  const bytes = files.reduce((sum, file) => sum + file.bytes, pictures.bytes)
  await storeValue(tx, BACKUP_BYTES_KEY, String(bytes))
}
