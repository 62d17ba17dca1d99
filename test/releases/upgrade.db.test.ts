import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Engine } from '#server/platform/db/engine.ts'
import { createTestApp } from '#test/app.ts'
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts'
import { runToEnd, startApp } from '../app-process.ts'
import { createServerDatabase } from '../server-database.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { loadRelease, PASSWORD, readAnswers, readRelease, releaseVersions } from './releases.ts'

const versions = await releaseVersions()

/**
 * Everything a migration can create: columns, constraints, indexes, functions, triggers and views, as the database prints them.
 */
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

test.each(versions)(
  'a database of release %s gets the schema of an empty one; its members sign in and find memes, likes, albums and follows',
  async (version) => {
    const database = await createEmptyDatabase()
    const empty = await createTestDatabase()
    onTestFinished(() => empty.drop())
    await loadRelease(database.engine, version)
    const release = await readRelease(version)
    const app = await createTestApp({}, { database })
    onTestFinished(() => app.stop())
    expect(await definitions(database.engine.db)).toEqual(await definitions(empty.engine.db))
    expect(await readAnswers(app, release.memeId)).toMatchObject(release.answers)
  },
)

test.each(versions.slice(0, 1))(
  'a server starts with data of the oldest release, %s, and refuses data of a later one in one line',
  { timeout: 180_000 },
  async (version) => {
    const folder = await temporaryFolder()
    const { url, drop } = await createServerDatabase()
    const inDatabase = async (work: (engine: Engine) => Promise<void>) => {
      const engine = await connect({ databaseUrl: url, dataDir: folder.path })
      await work(engine).finally(() => engine.close())
    }
    const env = { DATA_DIR: folder.path, OCR: 'off', ...(url === undefined ? {} : { DATABASE_URL: url }) }
    try {
      await inDatabase((engine) => loadRelease(engine, version))
      const site = await startApp(env)
      const login = await fetch(`${site.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD }),
      })
      expect(login.status).toBe(200)
      expect(await site.stop()).toBe(0)
      await inDatabase(async ({ db }) => {
        await sql`insert into schema_migrations (name, timestamp) values ('9999-later', now()::text)`.execute(db)
      })
      const refused = await runToEnd({ ...env, PORT: '0' })
      expect([refused.code, refused.lines]).toEqual([
        1,
        [expect.stringMatching(/^Memeroom cannot start: the database was made by another version of Memeroom/)],
      ])
    } finally {
      await drop()
      await folder.remove()
    }
  },
)
