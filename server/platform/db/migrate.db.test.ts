import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { isMigrated, migrateToLatest } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('an up-to-date database needs no migration', async () => {
  expect(await migrateToLatest(database.engine.db)).toEqual([])
  expect(await isMigrated(database.engine.db)).toBe(true)
})

test('refuses a database with an unknown migration, and leaves it unchanged', async () => {
  const { db } = database.engine
  await sql`insert into schema_migrations (name, timestamp) values ('9999-later', now()::text)`.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow(
    'made by another version of Memeroom (it has the migration 9999-later)',
  )
  const { rows } = await sql`select name from schema_migrations where name = '9999-later'`.execute(db)
  expect(rows).toHaveLength(1)
})
