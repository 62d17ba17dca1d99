import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

export interface Column {
  table: string
  column: string
  type: string
  isNullable: boolean
  hasDefault: boolean
}

/** Every column of the product's tables, in order, by table. */
export async function readColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable", (a.atthasdef or a.attidentity <> '') as "hasDefault"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'schema_migrations%'
    order by c.relname, a.attnum`.execute(db)
  return rows
}

async function readReferences(db: Db): Promise<{ from: string; to: string; column: string }[]> {
  const { rows } = await sql<{ from: string; to: string; column: string }>`
    select c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    order by 1, 2, 3`.execute(db)
  return rows
}

/** Generates docs/schema.md: an entity diagram of the current database, in Mermaid. */
export async function schemaDiagram(db: Db): Promise<string> {
  const columns = Map.groupBy(await readColumns(db), ({ table }) => table)
  const references = await readReferences(db)
  const tables = [...columns].map(([table, list]) => {
    const lines = list.map(({ column, type, isNullable }) => {
      const word = type
        .replace(/\([\d,]+\)/g, '')
        .replace(/\[\]/g, '-array')
        .replace(/\s+/g, '-')
      return `    ${word} ${column}${isNullable ? ' "may be null"' : ''}`
    })
    return `  ${table} {\n${lines.join('\n')}\n  }`
  })
  const lines = references.map(({ from, to, column }) => `  ${to} ||--o{ ${from} : "${column}"`)
  return `# Schema

Generated from the database by \`npm run schema\`; a test compares the two. Comments in \`server/platform/db/migrations/\`
describe each table.

\`\`\`mermaid
erDiagram
${[...lines, ...tables].join('\n')}
\`\`\`
`
}
