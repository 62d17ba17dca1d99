import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildMember, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { buildFullAccount } from '#test/full-account.ts'
import { readZip } from '#test/read-zip.ts'

const app = await appForFile()

/** The part of the export with the rows of each table. */
const EXPORTED: Record<string, string> = {
  access_tokens: 'access-tokens.json',
  actions: 'actions.json ledger',
  album_items: 'albums.json',
  album_memes: 'named-albums.json',
  albums: 'named-albums.json',
  appeals: 'actions.json appeals',
  email_changes: 'profile.json emailChange',
  feed_seen: 'actions.json seen',
  follows: 'follows.json following',
  guest_links: 'guest-links.json',
  hidden_people: 'follows.json blocked',
  identities: 'profile.json signInProviders',
  meme_stats: 'memes.json',
  meme_texts: 'memes.json',
  memes: 'memes.json',
  not_interested: 'actions.json notInterested',
  passkeys: 'profile.json passkeys',
  reactions: 'actions.json reactions',
  reports: 'actions.json reports',
  saved_searches: 'saved-searches.json',
  security_events: 'security-events.json',
  sessions: 'sessions.json',
  tag_follows: 'follows.json tags',
  totp_secrets: 'profile.json authenticator',
  word_corrections: 'memes.json',
}

/** Why the export leaves out a table. */
const LEFT_OUT: Record<string, string> = {
  action_windows: 'acts counted lately, which the ledger has',
  codes: 'hashes of secrets',
  creator_tags: 'sums of the tags of their memes',
  data_exports: 'the export itself',
  feed_pages: 'answers that are stored for a while',
  follower_mails: 'when the last mail about followers left',
  follower_notices: 'followers that a notice still has to name',
  gif_renditions: 'made from the pictures, which are exported',
  imported_items: 'positions in the source of an import',
  invites: 'belong to the site',
  meme_fingerprints: 'computed from the pictures',
  meme_hours: 'sums',
  meme_meanings: 'computed from the words',
  meme_neighbours: 'computed from the pictures',
  meme_origins: 'computed from the pictures',
  meme_templates: 'computed from the pictures',
  meme_uses: 'positions in the ledger, which is exported',
  meme_vectors: 'computed from the pictures',
  notification_people: 'other people',
  notifications: 'about acts of others, and about rows that are exported',
  passkey_factors: 'a switch for the passkeys, which are exported',
  person_names: 'search index of the profile',
  person_words: 'search index of the profile',
  provider_sessions: 'sessions, which are exported, at the provider',
  push_subscriptions: 'keys of browsers',
  recovery_codes: 'hashes of secrets',
  registrations: 'not members yet',
  related_memes: 'computed from acts of all members',
  saved_search_memes: 'results of the searches, which are exported',
  similar_memes: 'computed from the pictures',
  template_repairs: 'belong to the site',
  top_memes_by_tag: 'sums',
  trending_changes: 'waits for the next sums',
  trending_meme_sums: 'sums',
  trending_memes: 'sums',
  trending_user_sums: 'sums',
  trending_users: 'sums',
  uncompared_memes: 'waits for a computation',
  upload_files: 'memes in the making, and their results',
  uploads: 'memes in the making',
  user_hours: 'sums',
  username_skeletons: 'index of the username',
  wrong_words: 'reports of others, without names',
}

/** Columns that name a member without a foreign key. */
const NAMING = ['user_id', 'subject_key', 'viewer_key', 'email']

test('the export covers every table that refers to a member, also through others or without a key, or lists a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive reaching as (
      select 'users'::regclass::oid as id
      union select c.conrelid from pg_constraint c join reaching r on r.id = c.confrelid where c.contype = 'f')
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.oid <> 'users'::regclass and (
      c.oid in (select id from reaching)
      or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = any(${NAMING}::text[])
        and c.relnamespace = 'public'::regnamespace))
    order by 1`.execute(app.db)
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].toSorted())
})

test('each part of the export has data for a member who used every feature', async () => {
  const mark = 'xylofonkatze'
  const member = await buildMember(app, { username: mark, email: `${mark}@example.com` })
  await changeUsers(app.db, member.user.id, { quota_memes: 700 })
  await buildFullAccount(app, member, await buildMember(app), mark)
  const { _id } = (await app.call('GET', '/users/me/export', { token: member.token })).body.data
  const answer = await app.app.inject({
    url: `/api/users/me/export/${_id}/file`,
    headers: { authorization: `Bearer ${member.token}` },
  })
  const files = await readZip(answer.rawPayload)
  const empty = Object.values(EXPORTED).filter((place) => {
    const [file = '', key] = place.split(' ')
    const content = JSON.parse(String(files.get(file)))
    const part = key ? content[key] : content
    return !part || (Array.isArray(part) && part.length === 0)
  })
  expect(empty).toEqual([])
  expect(JSON.parse(String(files.get('profile.json')))).toMatchObject({ quotaMemes: 700, quotaMegabytes: null })
  const { data } = (await app.call('GET', '/users/me/security-events', { token: member.token })).body
  const events: { event: string; device: string }[] = JSON.parse(String(files.get('security-events.json')))
  expect(data.map(({ event }: { event: string }) => event)).toEqual(
    expect.arrayContaining(events.map(({ event }) => event)),
  )
  // An address of a guest link gives access to everybody who reads the file.
  expect([...files.values()].some((content) => content.includes('/shared/'))).toBe(false)
}, 120_000)
