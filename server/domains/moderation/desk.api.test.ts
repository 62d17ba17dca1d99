import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type BuiltMember, buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'
import { liftSuspensionsWorker } from './jobs.ts'

let anna: BuiltMember
let bao: BuiltMember
const app = await appForFile()
beforeEach(async () => {
  anna = await buildMember(app, { role: 'moderator' })
  bao = await buildMember(app, { role: 'moderator' })
})

const report = (memeId: string, reason = 'spam', person?: BuiltMember) =>
  app.call('POST', `/meme/${memeId}/report`, {
    body: { reason, note: 'Look' },
    ...(person ? { token: person.token } : {}),
  })
const desk = (path: string, person = anna) => app.call('GET', `/moderation/${path}`, { token: person.token })
const decide = (path: string, body: object = {}, person = anna) =>
  app.call('POST', `/moderation/${path}`, { token: person.token, body })
const reported = async (memeId: string) =>
  (await desk('reports?limit=100')).body.data.find((item: { memeId: string }) => item.memeId === memeId)

describe('the list of reports', () => {
  test('groups them by meme, with reasons, the history of each reporter and of the uploader', async () => {
    const meme = await buildMeme(app)
    const reporter = await buildMember(app)
    const before = await buildMeme(app)
    await report(before.id, 'spam', reporter)
    expect((await decide(`reports/${before.id}/dismiss`)).status).toBe(200)
    await report(meme.id, 'hate', reporter)
    await report(meme.id, 'spam')
    expect(await reported(meme.id)).toMatchObject({
      _id: meme.id,
      reportsCount: 2,
      reasons: [
        { reason: 'hate', count: 1 },
        { reason: 'spam', count: 1 },
      ],
      reports: [
        {
          reason: 'hate',
          note: 'Look',
          reporter: { username: reporter.user.username, upheldCount: 0, dismissedCount: 1 },
        },
        { reason: 'spam', reporter: null },
      ],
      meme: { _id: meme.id, status: 'ready' },
      uploader: { _id: meme.user_id, removedCount: 0, isSuspended: false },
    })
  })

  test('comes in pages without repeats', async () => {
    for (let index = 0; index < 3; index += 1) await report((await buildMeme(app)).id)
    const seen: string[] = []
    let cursor = ''
    for (;;) {
      const { body } = await desk(`reports?limit=1${cursor}`)
      seen.push(...body.data.map((item: { memeId: string }) => item.memeId))
      if (!body.hasNextPage) break
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(3)
    expect((await desk('reports?cursor=made.up')).status).toBe(400)
  })
})

describe('decisions', () => {
  test('approving closes the reports and leaves the meme; a second moderator gets a conflict', async () => {
    const meme = await buildMeme(app)
    await report(meme.id)
    expect((await decide(`memes/${meme.id}/approve`, { reason: 'Fine' })).status).toBe(200)
    expect(await reported(meme.id)).toBeUndefined()
    expect((await app.call('GET', `/meme/${meme.id}`)).status).toBe(200)
    const late = await decide(`memes/${meme.id}/approve`, {}, bao)
    expect([late.status, late.body.code]).toEqual([409, 'moderation.alreadyDecided'])
  })

  test('only one of two simultaneous moderators succeeds', async () => {
    for (const other of ['approve', 'remove'] as const) {
      const meme = await buildMeme(app)
      await report(meme.id)
      const answers = await Promise.all([
        decide(`memes/${meme.id}/remove`, { reason: 'Spam' }),
        decide(`memes/${meme.id}/${other}`, { reason: 'Mine' }, bao),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { body } = await desk(`log?memeId=${meme.id}`)
      expect(body.data).toHaveLength(1)
    }
    const meme = await buildMeme(app)
    await report(meme.id)
    const answers = await Promise.all([
      decide(`memes/${meme.id}/remove`, { reason: 'Spam' }),
      decide(`reports/${meme.id}/dismiss`, {}, bao),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a decision on reports closed meanwhile is refused', async () => {
    const meme = await buildMeme(app)
    await report(meme.id)
    const { reports } = await reported(meme.id)
    const reportIds = reports.map(({ _id }: { _id: string }) => _id)
    expect((await decide(`reports/${reportIds[0]}/dismiss`)).status).toBe(200)
    const late = await decide(`memes/${meme.id}/remove`, { reason: 'Spam', reportIds })
    expect([late.status, late.body.code]).toEqual([409, 'moderation.alreadyDecided'])
  })

  test('a decision can be undone within 15 seconds', async () => {
    for (const { seconds, status } of [
      { seconds: 10, status: 200 },
      { seconds: 16, status: 409 },
    ]) {
      const meme = await buildMeme(app)
      await report(meme.id)
      const { decisionId } = (await decide(`memes/${meme.id}/remove`, { reason: 'Spam' })).body
      const later = Date.now() + seconds * 1000
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
      const undone = await decide(`decisions/${decisionId}/undo`)
      clock.mockRestore()
      expect([seconds, undone.status]).toEqual([seconds, status])
    }
  })

  test('removing notifies the uploader in their language and allows an appeal; undoing it sends nothing', async () => {
    const vi = await buildMember(app, { contentLanguage: 'vi' })
    const meme = await buildMeme(app, { user: vi.user })
    await report(meme.id)
    const removed = await decide(`memes/${meme.id}/remove`, { reason: 'Not yours' })
    expect(removed.body).toMatchObject({ success: true, decisionId: expect.any(String), sameAs: [] })
    expect((await app.call('GET', `/meme/${meme.id}`)).status).toBe(410)
    const foreign = await decide(`decisions/${removed.body.decisionId}/undo`, {}, bao)
    expect([foreign.status, foreign.body.code]).toEqual([409, 'moderation.undoExpired'])
    expect((await decide(`decisions/${removed.body.decisionId}/undo`)).status).toBe(200)
    expect((await app.call('GET', `/meme/${meme.id}`)).status).toBe(200)
    expect(await reported(meme.id)).toMatchObject({ reportsCount: 1 })
    expect((await decide(`decisions/${removed.body.decisionId}/undo`)).status).toBe(409)

    expect((await decide(`memes/${meme.id}/remove`, { reason: 'Not yours' })).status).toBe(200)
    await sql`update jobs.job set start_after = now() where name = 'send-mail' and state < 'active'`.execute(app.db)
    await app.deps.jobs.startDue()
    const mail = await app.mailTo(vi.user.email ?? '')
    expect(mail.text).toContain('Not yours')
    expect(mail.text).toContain(`/appeal?meme=${meme.id}`)
    expect(mail.subject).toBe('Người kiểm duyệt đã gỡ meme của bạn')
    expect(app.mails.filter(({ to }) => to === vi.user.email)).toHaveLength(1)
  })

  test('removing, restoring and suspending need a reason', async () => {
    const meme = await buildMeme(app)
    for (const path of [`memes/${meme.id}/remove`, `memes/${meme.id}/restore`, `users/${meme.user_id}/suspend`])
      for (const body of [{}, { reason: '  ' }]) expect((await decide(path, body)).status).toBe(400)
    expect((await decide(`memes/${UNKNOWN_ID}/remove`, { reason: 'x' })).status).toBe(404)
  })

  test('a suspension has an end, and the job lifts it then', async () => {
    const { user, token } = await buildMember(app)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect((await decide(`users/${user.id}/suspend`, { reason: 'Calm down', until })).status).toBe(200)
    expect((await app.call('GET', `/users/${user.username}`)).status).toBe(404)
    expect((await app.call('POST', '/users/me/export', { token })).status).not.toBe(401)
    const lift = () => liftSuspensionsWorker(app.deps).handle({}, AbortSignal.timeout(10_000))
    await lift()
    expect((await app.call('GET', `/users/${user.username}`)).status).toBe(404)
    await changeUsers(app.db, user.id, { suspended_until: new Date(Date.now() - 1000) })
    await lift()
    expect((await app.call('GET', `/users/${user.username}`)).status).toBe(200)
  })
})

describe('the log', () => {
  test('lists actor, action and reason by meme and by person, and is append only', async () => {
    const meme = await buildMeme(app)
    await decide(`memes/${meme.id}/remove`, { reason: 'Rude' })
    await decide(`memes/${meme.id}/restore`, { reason: 'Not rude' })
    const byMeme = (await desk(`log?memeId=${meme.id}`)).body.data
    expect(byMeme.map((entry: { action: string; reason: string }) => [entry.action, entry.reason])).toEqual([
      ['restore', 'Not rude'],
      ['remove', 'Rude'],
    ])
    expect(byMeme[0].actor.username).toBe(anna.user.username)
    expect((await desk(`log?userId=${anna.user.id}`)).body.data).toHaveLength(2)
    expect((await desk(`log?userId=${bao.user.id}`)).body.data).toEqual([])
    await expect(
      app.db.updateTable('moderation_log').set({ reason: 'Other' }).where('target_id', '=', meme.id).execute(),
    ).rejects.toThrow(/append only/)
    await expect(app.db.deleteFrom('moderation_log').where('target_id', '=', meme.id).execute()).rejects.toThrow(
      /append only/,
    )
  })
})

describe('appeals', () => {
  test('each removal allows one; accepting restores the meme, and rejecting sends the reason', async () => {
    const owner = await buildMember(app)
    const [first, second] = [await buildMeme(app, { user: owner.user }), await buildMeme(app, { user: owner.user })]
    const write = (memeId: string) =>
      app.call('POST', '/appeals', { token: owner.token, body: { memeId, text: 'Mine!' } })
    expect((await write(first.id)).body.code).toBe('appeal.notPossible')
    for (const { id } of [first, second]) {
      await decide(`memes/${id}/remove`, { reason: 'Copied' })
      expect((await write(id)).status).toBe(201)
      expect((await write(id)).body.code).toBe('appeal.exists')
    }
    const mine = (await desk('appeals?limit=100')).body.data.filter(
      ({ user }: { user: { _id: string } }) => user._id === owner.user.id,
    )
    expect(mine).toMatchObject([
      { memeId: first.id, text: 'Mine!', decisionReason: 'Copied', meme: { status: 'removed' } },
      { memeId: second.id },
    ])
    expect(mine[0].decidedAt <= mine[0].createdAt).toBe(true)
    const picture = (token: string) => app.call('GET', `/moderation/appeals/${mine[0]._id}/picture`, { token })
    expect([(await picture(anna.token)).status, (await picture(owner.token)).status]).toEqual([200, 403])
    const about = async (by: BuiltMember) =>
      (await app.call('GET', `/appeals?memeId=${first.id}`, { token: by.token })).body.decision
    expect([await about(owner), await about(anna)]).toEqual([{ memeName: first.name, reason: 'Copied' }, null])
    expect((await decide(`appeals/${mine[0]._id}/accept`, { reason: 'Right' }, bao)).status).toBe(200)
    expect((await app.call('GET', `/meme/${first.id}`)).status).toBe(200)
    expect([(await picture(anna.token)).status, await about(owner)]).toEqual([404, null])
    expect((await decide(`appeals/${mine[1]._id}/reject`, { reason: 'No' }, bao)).status).toBe(200)
    expect((await decide(`appeals/${mine[1]._id}/accept`, { reason: 'Yes' })).body.code).toBe('appeal.notFound')
    expect((await app.call('GET', `/meme/${second.id}`)).status).toBe(410)
    const own = await app.call('GET', '/appeals', { token: owner.token })
    expect(own.body.data.map(({ status }: { status: string }) => status)).toEqual(['rejected', 'accepted'])
    expect(own.body.data.map(({ memeName }: { memeName: string }) => memeName)).toEqual([second.name, first.name])
  })

  test('a suspended member can send one', async () => {
    const { user, token } = await buildMember(app)
    await decide(`users/${user.id}/suspend`, { reason: 'Spam' })
    const { body: own } = await app.call('GET', '/appeals', { token })
    expect(own.decision).toEqual({ memeName: null, reason: 'Spam' })
    const write = () => app.call('POST', '/appeals', { token, body: { text: 'Sorry' } })
    expect([(await write()).status, (await write()).status]).toEqual([201, 409])
    const { body } = await desk('appeals?limit=100')
    const appeal = body.data.find((item: { user: { _id: string } }) => item.user._id === user.id)
    expect((await decide(`appeals/${appeal._id}/accept`, { reason: 'Welcome back' }, bao)).status).toBe(200)
    expect((await app.call('GET', `/users/${user.username}`)).status).toBe(200)
  })
})

test('uploads of new members wait for review if the setting is on', async () => {
  const admin = await buildMember(app, { role: 'admin' })
  const settings = (body: object) => app.call('PUT', '/admin/settings', { token: admin.token, body })
  expect((await settings({ review: true, reviewFirstMemes: 1, reviewYoungerThanDays: 0 })).status).toBe(200)
  try {
    const owner = await buildMember(app)
    const meme = await buildMeme(app, { user: owner.user })
    const read = async (token?: string) => (await app.call('GET', `/meme/${meme.id}`, token ? { token } : {})).status
    expect(await Promise.all([read(), read(owner.token), read(anna.token)])).toEqual([404, 200, 200])
    const list = (token?: string) => app.call('GET', `/meme/user/${owner.user.username}`, token ? { token } : {})
    expect((await list()).body.data).toEqual([])
    expect((await list(owner.token)).body.data).toMatchObject([{ _id: meme.id, status: 'review' }])
    const queued = (await desk('queue?limit=100')).body.data.find(
      ({ memeId }: { memeId: string }) => memeId === meme.id,
    )
    expect(queued).toMatchObject({ meme: { status: 'review' }, uploader: { _id: owner.user.id } })
    const approved = await decide(`memes/${meme.id}/approve`)
    expect(approved.status).toBe(200)
    expect(await read()).toBe(200)
    await decide(`decisions/${approved.body.decisionId}/undo`)
    expect(await read()).toBe(404)
    expect((await decide(`memes/${meme.id}/approve`)).status).toBe(200)
    expect((await app.call('GET', '/users/me', { token: owner.token })).body.data.stats.memesCount).toBe(1)
    const next = await buildMeme(app, { user: owner.user })
    expect(next.status).toBe('ready')
    expect((await buildMeme(app, { user: anna.user })).status).toBe('ready')
  } finally {
    await settings({ review: false })
  }
})
