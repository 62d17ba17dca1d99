import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts'
import { productVersion } from '../version.ts'
import { isMigrated, migrateToLatest } from './migrate.ts'
import { readValue } from './stored-value-queries.ts'

const database = await createTestDatabase()
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
  const { rows } = await sql`delete from schema_migrations where name = '9999-later' returning name`.execute(db)
  expect(rows).toHaveLength(1)
})

test('migrating an empty database records the version', async () => {
  const { engine, drop } = await createEmptyDatabase()
  try {
    await migrateToLatest(engine.db)
    expect(await readValue(engine.db, 'schema.version')).toBe(await productVersion())
  } finally {
    await drop()
  }
})

test.each([
  ['9999-later', '9.0.0', 'use version 9.0.0 or a later one'],
  ['9999-later', null, 'use that version'],
  ['0002-users', null, 'no release starts on the data of development versions before 2026-11-22 06:13 UTC'],
])(
  'a refusal of a database with %s, last migrated by %s, names the version that starts on it',
  async (name, version, text) => {
    const { db } = database.engine
    const writeVersion = (value: string | null) =>
      value === null
        ? sql`delete from settings where key = 'schema.version'`.execute(db)
        : sql`insert into settings (key, value) values ('schema.version', ${value})
            on conflict (key) do update set value = excluded.value`.execute(db)
    const before = await readValue(db, 'schema.version')
    try {
      await sql`insert into schema_migrations (name, timestamp) values (${name}, now()::text)`.execute(db)
      await writeVersion(version)
      await expect(migrateToLatest(db)).rejects.toThrow(`(it has the migration ${name}): ${text}`)
    } finally {
      await sql`delete from schema_migrations where name = ${name}`.execute(db)
      await writeVersion(before ?? null)
    }
  },
)
