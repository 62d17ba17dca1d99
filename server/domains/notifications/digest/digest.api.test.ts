import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { DIGEST_KINDS, NOTIFICATION_KINDS } from '#contract/notifications/notifications.ts'
import { type BuiltMember, buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { mailDigests } from './jobs.ts'

let owner: BuiltMember
let fan: BuiltMember
const app = await appForFile()
beforeEach(async () => {
  owner = await buildMember(app)
  fan = await buildMember(app, { displayName: 'Fan\nof lines' })
})

const choose = (mails: object, { token }: BuiltMember = owner) =>
  app.call('PUT', '/users/me/preferences', { token, body: { mails } })
async function like(member = fan): Promise<void> {
  const { id: memeId } = await buildMeme(app, { user: owner.user, name: 'A <b>meme' })
  await app.call('POST', '/user-action', { token: member.token, body: { memeId, action: 'like' } })
}
/** Moves all notifications this many minutes into the past. */
const age = (minutes: number) =>
  sql`update notifications set updated_at = updated_at - make_interval(mins => ${minutes}),
    mailed_at = mailed_at - make_interval(mins => ${minutes}) where user_id = ${owner.user.id}`.execute(app.db)
/** Runs the digest and returns all mails in the queue, waiting or sent. */
async function mailed(): Promise<{ subject: string; text: string; html: string; headers: object }[]> {
  await mailDigests(app.deps)
  const found = await sql<{ data: { to: string; subject: string; text: string; html: string; headers: object } }>`
    select data from jobs.job where name = 'send-mail' and data ->> 'to' = ${owner.user.email} order by created_on`.execute(
    app.db,
  )
  return found.rows.map(({ data }) => data)
}

test('a mail with grouped likes is sent on request, once, and at most hourly', async () => {
  expect((await choose({ like: true })).body.preferences.mails).toMatchObject({ like: true, post: false, follow: true })
  await like()
  expect(await mailed()).toEqual([])
  await age(11)
  const [mail, ...others] = await mailed()
  expect([mail?.text.includes('- Fan of lines liked “A <b>meme”'), others]).toEqual([true, []])
  expect(mail?.html).toContain('A &lt;b&gt;meme')
  expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  // No news at first, then news within the hour, then an hour later.
  await age(11)
  expect(await mailed()).toHaveLength(1)
  await like()
  await age(11)
  expect(await mailed()).toHaveLength(1)
  await age(40)
  expect(await mailed()).toHaveLength(2)
})

test('omits read, muted and unwanted notifications', async () => {
  await like()
  await age(11)
  expect(await mailed()).toEqual([])
  await choose({ like: true })
  await app.call('POST', `/users/${fan.user.id}/mute`, { token: owner.token })
  expect(await mailed()).toEqual([])
  await app.call('DELETE', `/users/${fan.user.id}/mute`, { token: owner.token })
  const until = new Date().toISOString()
  await app.call('POST', '/notifications/read', { token: owner.token, body: { until } })
  expect(await mailed()).toEqual([])
})

test('the unsubscribe link turns off all of them except decisions of moderators', async () => {
  await choose({ like: true, post: true })
  await like()
  await age(11)
  const [mail] = await mailed()
  const token = /unsubscribe\?token=([\w.%-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await app.call('POST', `/notifications/unsubscribe?token=${token}`)
  const { preferences } = (await app.call('GET', '/users/me', { token: owner.token })).body.data
  const turnedOff: readonly string[] = ['follow', ...DIGEST_KINDS]
  const mails = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, !turnedOff.includes(kind)]))
  expect([preferences.mails, preferences.emailNotifications]).toEqual([mails, false])
})

test('new members get none of them until they turn them on', async () => {
  const { user } = await buildMember(app)
  const { mails_off } = await app.db
    .selectFrom('users')
    .select('mails_off')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(mails_off.toSorted()).toEqual([...DIGEST_KINDS])
})

test('decisions of moderators are always mailed, and always shown on the site', async () => {
  const moderator = await buildMember(app, { role: 'admin' })
  const meme = await buildMeme(app, { user: owner.user })
  await choose({ moderation: false })
  await app.call('PUT', '/users/me/preferences', { token: owner.token, body: { notifications: { moderation: false } } })
  // Switched off in an earlier version.
  await changeUsers(app.db, owner.user.id, { notifications_off: ['moderation'] })
  const decide = (path: string, body: object) =>
    app.call('POST', `/moderation/${path}`, { token: moderator.token, body })
  await decide(`memes/${meme.id}/remove`, { reason: 'Spam' })
  await decide(`users/${owner.user.id}/suspend`, { reason: 'Rude' })
  const { preferences } = (await app.call('GET', '/users/me', { token: owner.token })).body.data
  expect([preferences.mails.moderation, preferences.notifications.moderation]).toEqual([true, true])
  const { data } = (await app.call('GET', '/notifications', { token: owner.token })).body
  expect(data.filter(({ kind }: { kind: string }) => kind === 'moderation')).toHaveLength(2)
  expect((await mailed()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('removed'),
    expect.stringContaining('suspended'),
  ])
})
