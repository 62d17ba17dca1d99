// Runs for `npm run release:fixture`: fills a database of the current schema and dumps it, with the API's responses.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashPassword } from '#server/domains/auth/passwords/passwords.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { type BuiltMember, buildMember, changeUsers } from '#test/factories.ts'
import { buildFullAccount } from '#test/full-account.ts'
import { dumpDatabase } from '../../tools/scripts/postgres.mjs'
import { FIXTURES, PASSWORD, type Release, readAnswers } from './releases.ts'

/** Inserts rows that a full account lacks: those that a site gets over months, from an operator's model or in a bucket. */
async function fillTheRest(app: TestApp, { user }: BuiltMember): Promise<void> {
  await sql`insert into action_history (day, action, total) values ('2026-01-31', 'view', 12)`.execute(app.db)
  await sql`insert into deleted_accounts (email_hash) values ('a keyed hash')`.execute(app.db)
  await sql`insert into meme_meanings (meme_id, model, meaning)
    select id, 'a0', '[0.5,0.5]'::halfvec from memes where user_id = ${user.id} order by id limit 1`.execute(app.db)
  await sql`insert into banned_networks (id, network, reason) values (gen_random_uuid(), '203.0.113.0/24', 'Spam')`.execute(
    app.db,
  )
  await sql`insert into settings (key, value) values ('demo.memes', '0') on conflict do nothing`.execute(app.db)
  await sql`insert into gif_keys (id, name, key_hash) values (gen_random_uuid(), 'A chat', 'a hash')`.execute(app.db)
  await sql`insert into known_entries (id) values ('doge')`.execute(app.db)
  await sql`insert into staged_objects (key) values ('staged/one')`.execute(app.db)
  await sql`insert into tag_aliases (alias, tag, folded) values ('kitties', 'cats', 'kitties')`.execute(app.db)
  await sql`insert into stale_words (word) values ('gone')`.execute(app.db)
  await sql`with hook as (
      insert into webhooks (id, url, events, secret)
      values (gen_random_uuid(), 'https://example.com/hook', array['meme.published'], 'secret') returning id)
    insert into webhook_deliveries (webhook_id, event) select id, 'meme.published' from hook`.execute(app.db)
  await sql`insert into deleted_passkeys (credential_hash, public_key) values ('a hash', 'a key')`.execute(app.db)
  await sql`insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
    select gen_random_uuid(), user_id, id, 'https://push.example.com/1', 'a key', 'a secret' from sessions
    where user_id = ${user.id} order by id limit 1`.execute(app.db)
  await sql`insert into media_purges (key) values ('gone.webp')`.execute(app.db)
  await sql`insert into trending_changes (user_id, at, times) values (${user.id}, now(), 1)`.execute(app.db)
  await sql`insert into uncompared_memes (meme_id, visual_version)
    select meme_id, 1 from meme_vectors order by meme_id limit 1`.execute(app.db)
}

async function emptyTables(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(
    app.db,
  )
  const empty: string[] = []
  for (const { name } of rows) {
    const found = await sql`select 1 from ${sql.id(name)} limit 1`.execute(app.db)
    if (found.rows.length === 0) empty.push(name)
  }
  return empty
}

test('a dump of this release', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const app = await createTestApp()
  try {
    const ann = await buildMember(app, { username: 'ann', email: 'ann@example.com', displayName: 'Ann' })
    const ben = await buildMember(app, { username: 'ben', email: 'ben@example.com', displayName: 'Ben' })
    await buildFullAccount(app, ann, ben, 'ann')
    // The upgrade test signs in with passwords alone.
    const cho = await buildMember(app, { username: 'cho' })
    for (const table of ['passkeys', 'passkey_factors', 'totp_secrets', 'recovery_codes'])
      await sql`update ${sql.table(table)} set user_id = ${cho.user.id} where user_id = ${ann.user.id}`.execute(app.db)
    await changeUsers(app.db, [ann.user.id, ben.user.id], { password_hash: await hashPassword(PASSWORD) })
    await fillTheRest(app, ann)
    expect(await emptyTables(app)).toEqual([])
    const { id } = await app.db
      .selectFrom('memes')
      .select('id')
      .where('user_id', '=', ann.user.id)
      .where('name', 'like', 'annword%')
      .executeTakeFirstOrThrow()
    const release: Release = { version, memeId: id, answers: await readAnswers(app, id) }
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    url.pathname = `/${rows[0]?.name}`
    const folder = path.join(FIXTURES, version)
    await mkdir(folder, { recursive: true })
    const dump = dumpDatabase(process.env.TEST_POSTGRES_FOLDER ?? '', url.toString())
    await writeFile(path.join(folder, 'database.sql.gz'), gzipSync(dump, { level: 9 }))
    await writeFile(path.join(folder, 'answers.json'), `${JSON.stringify(release, null, 2)}\n`)
  } finally {
    await app.stop()
  }
}, 300_000)
