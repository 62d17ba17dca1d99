import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { withTransaction } from './db.ts'
import { createStatementNames, prepared } from './prepared.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a marked statement answers for all values, and is parsed once on a connection of PostgreSQL', async () => {
  const { db, kind } = database.engine
  const doubled = (value: number | null) => sql<{ twice: number | null }>`${prepared} select ${value}::int * 2 as twice`
  const named = await withTransaction(db, async (tx) => {
    for (const value of [1, 2, null, 4, 5, 6, 7, 8]) {
      const [row] = (await doubled(value).execute(tx)).rows
      expect(row).toEqual({ twice: value && value * 2 })
    }
    return (await sql`select from pg_prepared_statements where statement like '%int * 2 as twice'`.execute(tx)).rows
  })
  expect(named).toHaveLength(kind === 'postgres' ? 1 : 0)
})

test('a marked statement that failed is run again', async () => {
  const { db } = database.engine
  const divided = (by: number) => sql<{ whole: number }>`${prepared} select 10 / ${by}::int as whole`.execute(db)
  await expect(divided(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divided(5)).rows).toEqual([{ whole: 2 }])
})

test('texts without the mark, and those beyond two hundred, have no name', () => {
  const nameOf = createStatementNames()
  expect(nameOf('select 1')).toBeUndefined()
  const names = Array.from({ length: 250 }, (_, index) => nameOf(`/*prepared*/ select ${index}`))
  expect(new Set(names.slice(0, 200)).size).toBe(200)
  expect(names.slice(200).every((name) => name === undefined)).toBe(true)
  expect(nameOf('/*prepared*/ select 7')).toBe(names[7])
})
