import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { connectEmbedded } from './embedded.ts'
import { migrateToLatest } from './migrate.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

test('accounts that never proved their address become registrations that wait', async () => {
  const engine = await connectEmbedded('memory://')
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && name < '0130').sort()
  const migrator = new Migrator({
    db: engine.db,
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          names.map((name) => [
            name.replace(/\.sql$/, ''),
            { up: async (db) => void (await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(db)) },
          ]),
        ),
    },
  })
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  await sql`
    insert into users (id, username, username_key, email, email_verified_at, password_hash, display_name, is_demo, accepted_terms_version)
    values (gen_random_uuid(), 'Waits', 'waits', 'waits@example.com', null, 'hash', 'Waits', false, '2024-12-15'),
      (gen_random_uuid(), 'proved', 'proved', 'proved@example.com', now(), 'hash', 'proved', false, null),
      (gen_random_uuid(), 'demo', 'demo', null, null, null, 'demo', true, null)`.execute(engine.db)
  await sql`
    insert into codes (email, purpose, code_hash, expires_at, can_resend_at)
    values ('waits@example.com', 'verify-email', 'hashed', now(), now())`.execute(engine.db)

  await migrateToLatest(engine.db)
  const { rows } = await sql`select username from users order by username`.execute(engine.db)
  expect(rows).toEqual([{ username: 'demo' }, { username: 'proved' }])
  const waiting = await sql`
    select email, username, password_hash, accepted_terms_version, expires_at > now() + interval '23 hours' as long
    from registrations`.execute(engine.db)
  expect(waiting.rows).toEqual([
    {
      email: 'waits@example.com',
      username: 'Waits',
      password_hash: 'hash',
      accepted_terms_version: '2024-12-15',
      long: true,
    },
  ])
  expect((await sql`select slot, tries from codes`.execute(engine.db)).rows).toEqual([{ slot: '', tries: {} }])
  await engine.close()
})
