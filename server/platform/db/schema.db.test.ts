import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'
import { MEME_LANGUAGES } from '#contract/languages.ts'
import { createTestDatabase } from '#test/database.ts'
import { readColumns, schemaDiagram } from '#test/schema-diagram.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const FOLDER = new URL('./tables/', import.meta.url)

/** Returns the columns declared in the interfaces of tables/: table, column, and the start of its type. */
async function declaredColumns(): Promise<Map<string, Map<string, string>>> {
  const found = new Map<string, Map<string, string>>()
  for (const name of await readdir(FOLDER)) {
    const source = ts.createSourceFile(name, await readFile(new URL(name, FOLDER), 'utf8'), ts.ScriptTarget.ESNext)
    for (const table of source.statements.filter(ts.isInterfaceDeclaration).flatMap(({ members }) => [...members])) {
      if (!ts.isPropertySignature(table) || !table.type || !ts.isTypeLiteralNode(table.type)) continue
      const columns = table.type.members.filter(ts.isPropertySignature)
      found.set(
        table.name.getText(source),
        new Map(columns.map((column) => [column.name.getText(source), column.type?.getText(source) ?? ''])),
      )
    }
  }
  return found
}

test('the types in tables/ match the database: tables, columns and nullability', async () => {
  const declared = await declaredColumns()
  const columns = Map.groupBy(await readColumns(database.engine.db), ({ table }) => table)
  expect([...declared.keys()].toSorted()).toEqual([...columns.keys()].toSorted())
  for (const [table, list] of columns) {
    const types = declared.get(table) ?? new Map<string, string>()
    expect([...types.keys()].toSorted(), table).toEqual(list.map(({ column }) => column).toSorted())
    for (const { column, isNullable } of list) {
      const type = types.get(column) ?? ''
      expect(/^Maybe|\bnull\b/.test(type), `${table}.${column}: ${type}`).toBe(isNullable)
    }
  }
})

test('docs/schema.md matches the database: run `npm run schema` after a migration', async () => {
  const page = await readFile(new URL('../../../docs/schema.md', import.meta.url), 'utf8')
  expect(page).toBe(await schemaDiagram(database.engine.db))
})

test('the database accepts any language code for members, and exactly the languages of memes', async () => {
  const { rows } = await sql<{ column: string; rule: string }>`
    select conrelid::regclass || '.' || attname as column, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'c' and a.attname in ('language', 'content_language')`.execute(database.engine.db)
  const taken = Object.fromEntries(
    rows.map(({ column, rule }) => [column, [...rule.matchAll(/'(\w+)'/g)].map(([, one]) => one)]),
  )
  expect(taken).toEqual({
    'users.content_language': [],
    'registrations.content_language': [],
    'memes.language': MEME_LANGUAGES,
  })
})
