import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { liveAFullLife } from '#test/full-account.ts'
import { readZip } from '#test/read-zip.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

/** The part of the export with the rows of each table. */
const EXPORTED: Record<string, string> = {
  access_tokens: 'access-tokens.json',
  actions: 'actions.json ledger',
  album_items: 'albums.json',
  albums: 'named-albums.json',
  appeals: 'actions.json appeals',
  email_changes: 'profile.json emailChange',
  feed_seen: 'actions.json seen',
  follows: 'follows.json following',
  hidden_people: 'follows.json blocked',
  identities: 'profile.json signInProviders',
  memes: 'memes.json',
  not_interested: 'actions.json notInterested',
  passkeys: 'profile.json passkeys',
  reactions: 'actions.json reactions',
  reports: 'actions.json reports',
  saved_searches: 'saved-searches.json',
  sessions: 'sessions.json',
  tag_follows: 'follows.json tags',
  totp_secrets: 'profile.json authenticator',
}

/** Why the export leaves out a table. */
const LEFT_OUT: Record<string, string> = {
  creator_tags: 'sums of the tags of their memes',
  data_exports: 'the export itself',
  feed_pages: 'answers that are stored for a while',
  follower_mails: 'when the last mail about followers left',
  follower_notices: 'followers that a notice still has to name',
  invites: 'belong to the site',
  meme_uses: 'positions in the ledger, which is exported',
  notification_people: 'other people',
  notifications: 'about acts of others, and about rows that are exported',
  passkey_factors: 'a switch for the passkeys, which are exported',
  person_names: 'search index of the profile',
  person_words: 'search index of the profile',
  push_subscriptions: 'keys of browsers',
  recovery_codes: 'hashes of secrets',
  trending_changes: 'waits for the next sums',
  trending_user_sums: 'sums',
  trending_users: 'sums',
  upload_files: 'memes in the making, and their results',
  uploads: 'memes in the making',
  user_hours: 'sums',
  username_skeletons: 'index of the username',
}

test('the export covers every table that refers to a member, or lists a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`.execute(app.db)
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].toSorted())
})

test('each part of the export has data for a member who used every feature', async () => {
  const mark = 'xylofonkatze'
  const member = await buildMember(app, { username: mark, email: `${mark}@example.com` })
  await liveAFullLife(app, member, await buildMember(app), mark)
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
}, 120_000)
