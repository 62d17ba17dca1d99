import type { Snapshot } from '../../platform/db/snapshot.ts'

/** A dumped table, with its columns that are not generated. */
export interface DumpedTable {
  name: string
  columns: { name: string; type: string }[]
}

/**
 * Excluded tables: the schema's migration list, which the manifest already has, and members' data exports, because their files
 * are not backed up and members can request them again.
 */
const LEFT_OUT = ['schema_migrations', 'schema_migrations_lock', 'data_exports']

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * All tables and their columns, by name. The order does not matter: foreign keys are dropped during a restore because tables
 * have circular references.
 */
export const TABLES = `
  with kept as (
    select c.oid, c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in (${LEFT_OUT.map((name) => `'${name}'`).join(', ')})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  )
  select k.name, (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = k.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    )::text as columns
  from kept k order by k.name`

export const readTable = (row: Record<string, unknown>): DumpedTable => ({
  name: String(row.name),
  columns: JSON.parse(String(row.columns)),
})

/** Selects each row as a JSON array of its values as text, a format that both engines write and read identically. */
export const rowsOf = ({ name, columns }: DumpedTable) =>
  `select json_build_array(${columns.map((column) => `${quoted(column.name)}::text`).join(', ')})::text as line from ${quoted(name)}`

/** Inserts rows in that format; `names` are the dump's columns, `table` those of the database. */
export function insertStatement(table: DumpedTable, names: string[]): string {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const values = names.map((name, index) => {
    const type = types.get(name)
    if (type === undefined) throw new Error(`the table ${table.name} has no column ${name}`)
    return `(r ->> ${index})::${type}`
  })
  return `insert into ${quoted(table.name)} (${names.map(quoted).join(', ')}) overriding system value
    select ${values.join(', ')} from jsonb_array_elements($1::jsonb) r`
}

export const PICTURES = `select key, bytes, mime, pending_until is not null as "isPending" from blobs order by key`
export const STAGED = `select staged_key as key from upload_files
  where status in ('queued', 'processing') and staged_key is not null order by staged_key`
export const MIGRATIONS = 'select name from schema_migrations order by name'
export const HAS_JOBS = `select to_regclass('jobs.job') is not null as "isThere"`
export const JOBS = `select json_build_object('name', name, 'data', data, 'priority', priority, 'startAfter', start_after,
    'key', singleton_key)::text as line
  from jobs.job where state in ('created', 'retry', 'active') order by created_on`

/** Reads all rows of a query into memory; only for small results. */
export async function readAll(snapshot: Snapshot, query: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  for await (const rows of snapshot.read(query)) all.push(...rows)
  return all
}

export { quoted }
