import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type BuiltMember, buildMember, changeUsers, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { sendFollowerDigest } from './follower-digest.ts'

const app = await appForFile()

const follow = (who: BuiltMember, target: BuiltMember) => app.call('POST', `/users/${target.user.id}/follow`, who)
const unfollow = (who: BuiltMember, target: BuiltMember) => app.call('DELETE', `/users/${target.user.id}/unfollow`, who)

/** Runs the waiting digest job immediately. */
async function sendDigest(target: BuiltMember) {
  await sql`delete from jobs.job where ${ofPerson(target)}`.execute(app.db)
  await sendFollowerDigest(app.deps, target.user.id)
}

const ofPerson = (target: BuiltMember) =>
  sql`name = 'follower-digest' and data->>'userId' = ${target.user.id} and state = 'created'`

async function waitingJobs(target: BuiltMember) {
  const found = await sql<{ wait: number }>`
    select extract(epoch from start_after - now())::float8 as wait from jobs.job where ${ofPerson(target)}`.execute(
    app.db,
  )
  return found.rows
}

const mailsTo = (target: BuiltMember) => app.mails.filter((mail) => mail.to === target.user.email)

const anHourPasses = (target: BuiltMember) =>
  app.db
    .updateTable('follower_mails')
    .set({ sent_at: new Date(Date.now() - 3_601_000) })
    .where('user_id', '=', target.user.id)
    .execute()

describe('the mail about new followers', () => {
  test('is scheduled a minute after the first follow, and one job gathers all follows until then', async () => {
    const star = await buildMember(app)
    for (let fan = 0; fan < 3; fan += 1) await follow(await buildMember(app), star)
    const jobs = await waitingJobs(star)
    expect(jobs).toHaveLength(1)
    expect(jobs[0]?.wait).toBeGreaterThan(30)
    expect(jobs[0]?.wait).toBeLessThanOrEqual(60)
  })

  test('names the followers in the recipient’s language, with links to the list and to unsubscribe', async () => {
    const star = await buildMember(app, { contentLanguage: 'vi' })
    const anna = await buildMember(app, { displayName: 'Anna <b>Bold</b>\nBcc: x@example.com' })
    const bob = await buildMember(app, { displayName: 'Bảo' })
    await follow(anna, star)
    await follow(bob, star)
    await sendDigest(star)
    const mail = await app.mailTo(star.user.email ?? '')
    expect(mail.subject).toBe('Anna <b>Bold</b> Bcc: x@example.com và Bảo đã theo dõi bạn trên Memeroom')
    expect(mail.text).toContain(`- Bảo (@${bob.user.username})`)
    expect(mail.text).toContain('Bạn hiện có 2 người theo dõi.')
    expect(mail.text).toContain('http://memeroom.test/account?tab=followers')
    expect(mail.html).toContain('Anna &lt;b&gt;Bold&lt;/b&gt; Bcc: x@example.com')
    expect(mail.html).not.toContain('<b>')
    expect(mail.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  test('is sent at most once an hour, with all names since the last one', async () => {
    const star = await buildMember(app)
    const fans = await Promise.all(Array.from({ length: 14 }, () => buildMember(app)))
    await follow(fans[0] as BuiltMember, star)
    await sendDigest(star)
    await app.mailTo(star.user.email ?? '')
    for (const fan of fans.slice(1)) await follow(fan, star)
    await sendDigest(star)
    expect(mailsTo(star)).toHaveLength(1)
    const [next, ...rest] = await waitingJobs(star)
    expect(next?.wait).toBeGreaterThan(3500)
    expect(rest).toEqual([])
    await anHourPasses(star)
    await sendDigest(star)
    await sendDigest(star)
    const second = await app.mailTo(star.user.email ?? '', 2)
    expect(second.subject).toBe(`${fans[1]?.user.display_name} and 12 others are now following you on Memeroom`)
    expect(second.text).toContain('and 3 more')
    expect(second.text).not.toContain(fans[0]?.user.username)
    expect(mailsTo(star)).toHaveLength(2)
  })

  test('is not sent for a follow that was undone, nor again for repeated follows', async () => {
    const star = await buildMember(app)
    const anna = await buildMember(app)
    await follow(anna, star)
    await unfollow(anna, star)
    await sendDigest(star)
    expect(await app.db.selectFrom('follower_mails').selectAll().where('user_id', '=', star.user.id).execute()).toEqual(
      [],
    )
    await follow(anna, star)
    await sendDigest(star)
    await app.mailTo(star.user.email ?? '')
    await unfollow(anna, star)
    await follow(anna, star)
    await anHourPasses(star)
    await sendDigest(star)
    expect(
      await app.db
        .selectFrom('follower_notices')
        .selectAll()
        .where('announced_at', 'is', null)
        .where('user_id', '=', star.user.id)
        .execute(),
    ).toEqual([])
    expect(mailsTo(star)).toHaveLength(1)
  })

  test('is not sent after an opt-out, before or after the follow', async () => {
    const star = await buildMember(app)
    const off = () => changeUsers(app.db, star.user.id, { email_notifications: false })
    await follow(await buildMember(app), star)
    await off()
    await sendDigest(star)
    await follow(await buildMember(app), star)
    await sendDigest(star)
    expect(await app.db.selectFrom('follower_mails').selectAll().where('user_id', '=', star.user.id).execute()).toEqual(
      [],
    )
  })

  test('of a deleted account is dropped', async () => {
    const star = await buildMember(app)
    await follow(await buildMember(app), star)
    await app.db.deleteFrom('users').where('id', '=', star.user.id).execute()
    await sendDigest(star)
    expect(mailsTo(star)).toEqual([])
    expect(
      await app.db.selectFrom('follower_notices').selectAll().where('user_id', '=', star.user.id).execute(),
    ).toEqual([])
  })
})

describe('the unsubscribe link', () => {
  const preference = async (target: BuiltMember) =>
    (await app.call('GET', '/users/me', target)).body.data.preferences.emailNotifications

  async function linkFor(star: BuiltMember) {
    await follow(await buildMember(app), star)
    await sendDigest(star)
    const mail = await app.mailTo(star.user.email ?? '')
    return /\/api(\/notifications[^>]+)/.exec(mail.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  }

  test('works with one click of a mail program, without signing in, and twice', async () => {
    const star = await buildMember(app)
    const url = await linkFor(star)
    expect(await preference(star)).toBe(true)
    const post = () =>
      app.call('POST', url, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    expect(await post()).toMatchObject({ status: 200, body: { success: true } })
    expect((await post()).status).toBe(200)
    expect(await preference(star)).toBe(false)
  })

  test('does nothing when merely opened, and works when the page posts it', async () => {
    const star = await buildMember(app)
    const url = await linkFor(star)
    expect((await app.call('GET', url)).status).toBe(405)
    expect(await preference(star)).toBe(true)
    expect((await app.call('POST', url)).status).toBe(200)
    expect(await preference(star)).toBe(false)
  })

  test('cannot be forged for another member', async () => {
    const star = await buildMember(app)
    const other = await buildMember(app)
    const [, signature] = (await linkFor(star)).split('token=')[1]?.split('.') ?? []
    for (const token of [`${other.user.id}.${signature}`, other.user.id, `x.${unique()}`, '.', 'é'.repeat(40)]) {
      const answer = await app.call('POST', `/notifications/unsubscribe?token=${encodeURIComponent(token)}`)
      expect([answer.status, answer.body.code]).toEqual([400, 'mail.linkInvalid'])
    }
    expect((await app.call('POST', '/notifications/unsubscribe')).status).toBe(400)
    expect(await preference(other)).toBe(true)
  })
})
