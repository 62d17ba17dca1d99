import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Columns and whole tables (`*`) that may change without a request for it, with the reason. */
export type Ignored = Readonly<Record<string, string>>

/** Every row of the product's tables, as text, without the schema of the jobs, which run at any time. */
export async function allRows(db: Db, ignored: Ignored): Promise<string[]> {
  // Not information_schema, which checks the privileges on every table.
  const found = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(db)
  const tables = found.rows.map(({ name }) => name).filter((name) => !(`${name}.*` in ignored))
  const perTable = tables.map((name) => {
    const columns = Object.keys(ignored).flatMap((key) => (key.startsWith(`${name}.`) ? [key.split('.')[1]] : []))
    return sql`select ${name}::text as name, (to_jsonb(t) - ${sql.val(columns)}::text[])::text as content from ${sql.table(name)} t`
  })
  const all = sql.join(perTable, sql` union all `)
  const { rows } = await sql<{ name: string; content: string }>`${all}`.execute(db)
  return rows.map(({ name, content }) => `${name} ${content}`).toSorted()
}

/** The rows that are in only one of the lists. A changed row is in the result twice: before and after the change. */
export function changedRows(before: string[], after: string[]): string[] {
  const counts = new Map<string, number>()
  for (const row of before) counts.set(row, (counts.get(row) ?? 0) - 1)
  for (const row of after) counts.set(row, (counts.get(row) ?? 0) + 1)
  return [...counts].flatMap(([row, count]) => (count === 0 ? [] : [row]))
}

/** Returns the entries for columns and tables that do not exist. */
export async function unknownIn(db: Db, ignored: Ignored): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
    union select table_name || '.*' from information_schema.tables where table_schema = 'public'`.execute(db)
  const known = new Set(rows.map(({ name }) => name))
  return Object.keys(ignored).filter((key) => !known.has(key))
}

/** The security log records a refusal soon after the answer. */
export const isRefusal = (row: string): boolean =>
  row.startsWith('security_events ') && row.includes('"event": "refused"')
