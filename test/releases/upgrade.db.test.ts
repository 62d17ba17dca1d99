import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { createTestApp } from '#test/app.ts'
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts'
import { loadRelease, readAnswers, readRelease, releaseVersions } from './releases.ts'

const versions = await releaseVersions()

/** All that a migration can make: columns, constraints, indexes, functions, triggers and views, as the database prints them. */
async function definitions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace
    union all select pg_get_viewdef(c.oid) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
    union all select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend x where x.objid = p.oid and x.deptype = 'e')`.execute(db)
  return rows.map(({ line }) => line).toSorted()
}

test.each(versions)('a database of release %s is brought to the schema of an empty one', async (version) => {
  const old = await createEmptyDatabase()
  const fresh = await createTestDatabase()
  try {
    await loadRelease(old.engine, version)
    await migrateToLatest(old.engine.db)
    expect(await definitions(old.engine.db)).toEqual(await definitions(fresh.engine.db))
  } finally {
    await old.drop()
    await fresh.drop()
  }
})

test.each(versions)(
  'members of release %s sign in after the upgrade and find their memes, likes, albums and follows',
  async (version) => {
    const database = await createEmptyDatabase()
    await loadRelease(database.engine, version)
    const release = await readRelease(version)
    const app = await createTestApp({}, { database })
    try {
      expect(await readAnswers(app, release.memeId)).toMatchObject(release.answers)
    } finally {
      await app.stop()
    }
  },
)
