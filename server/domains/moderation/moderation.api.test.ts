import { describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { notRepeated } from '#test/not-repeated.ts'
import { operate } from '#test/operator.ts'
import { randomPicture } from '#test/random-picture.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { purgeMemeWorker, sweepBlobs } from '../memes/jobs.ts'

const app = await appForFile()

const report = (memeId: string, body: object, options: { token?: string; headers?: Record<string, string> } = {}) =>
  app.call('POST', `/meme/${memeId}/report`, { body, ...options })
const reportsOf = (memeId: string) => app.db.selectFrom('reports').selectAll().where('meme_id', '=', memeId).execute()

/** Runs an operator command on this test's database; returns the exit code and the output. */
async function cli(...words: string[]): Promise<{ code: number; printed: string }> {
  const { code, lines } = await operate(app.deps, ...words)
  return { code, printed: lines.join('\n') }
}

const media = async (key: string) => (await app.app.inject({ method: 'GET', url: `/media/${key}` })).statusCode

describe('reporting', () => {
  test('accepts reports from visitors and members, once per person and meme', async () => {
    const meme = await buildMeme(app)
    const { token } = await buildMember(app)
    const first = await report(meme.id, { reason: 'spam', note: 'Look at this' }, { token })
    expect([first.status, first.body.success]).toEqual([202, true])
    expect((await report(meme.id, { reason: 'hate' }, { token })).status).toBe(202)
    expect((await report(meme.id, { reason: 'other' })).status).toBe(202)
    expect((await report(meme.id, { reason: 'other' })).status).toBe(202)
    expect((await report(UNKNOWN_ID, { reason: 'spam' })).status).toBe(404)
    const rows = await reportsOf(meme.id)
    expect(rows.map((row) => [row.reason, row.note, row.status]).toSorted()).toEqual([
      ['other', '', 'open'],
      ['spam', 'Look at this', 'open'],
    ])
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
  })

  test('is limited to ten a minute per address', notRepeated, async () => {
    const limited = await createTestApp({ rateLimits: true })
    try {
      const meme = await buildMeme(limited)
      const statuses: number[] = []
      for (let turn = 0; turn < 11; turn += 1)
        statuses.push((await limited.call('POST', `/meme/${meme.id}/report`, { body: { reason: 'spam' } })).status)
      expect(statuses).toEqual([...Array(10).fill(202), 429])
    } finally {
      await limited.stop()
    }
  })
})

describe('removing a meme', () => {
  test('returns 410 at once for the meme and its pictures, mails the reason and upholds the reports', async () => {
    const { user, token } = await buildMember(app, { contentLanguage: 'vi' })
    const meme = await buildMeme(app, { user, name: 'Gone soon' })
    await report(meme.id, { reason: 'copyright', note: 'Mine' })
    expect((await cli('reports')).printed).toContain(meme.id)
    expect(await media(meme.blob_small)).toBe(200)

    const done = await cli('meme', 'remove', meme.id, 'Not', 'your', 'picture')
    expect(done).toEqual({ code: 0, printed: `Removed meme ${meme.id}.` })
    const gone = await app.call('GET', `/meme/${meme.id}`)
    expect([gone.status, gone.body.code]).toEqual([410, 'meme.removed'])
    for (const key of [meme.blob_origin, meme.blob_medium, meme.blob_small]) expect(await media(key)).toBe(410)
    expect((await report(meme.id, { reason: 'spam' })).status).toBe(410)
    expect((await app.call('GET', `/meme/user/${user.username}`)).body.data).toEqual([])
    expect((await app.call('GET', '/users/me', { token })).body.data.stats.memesCount).toBe(0)
    const mail = await app.mailTo(user.email ?? '')
    expect(mail.subject).toBe('Người kiểm duyệt đã gỡ meme của bạn')
    expect(mail.text).toContain('Not your picture')
    expect((await reportsOf(meme.id)).map((row) => row.status)).toEqual(['upheld'])
    expect((await cli('reports')).printed).not.toContain(meme.id)

    expect((await cli('meme', 'restore', meme.id, 'We were wrong')).code).toBe(0)
    expect((await app.call('GET', `/meme/${meme.id}`)).status).toBe(200)
    expect(await media(meme.blob_small)).toBe(200)
    expect((await app.call('GET', '/users/me', { token })).body.data.stats.memesCount).toBe(1)
    expect((await app.mailTo(user.email ?? '', 2)).text).toContain('We were wrong')
  })

  test('leaves another member’s meme with the same picture visible and names it', async () => {
    const bytes = await randomPicture(unique())
    const first = await buildMeme(app, { bytes })
    const second = await buildMeme(app, { bytes })
    expect((await cli('meme', 'remove', first.id, 'spam')).printed).toContain(second.id)
    expect(await media(second.blob_small)).toBe(200)
    await cli('meme', 'remove', second.id, 'spam')
    expect(await media(second.blob_small)).toBe(410)
  })

  test('hides the picture after the last other meme with it is deleted; restoring shows it again', async () => {
    const bytes = await randomPicture(unique())
    const removed = await buildMeme(app, { bytes })
    const { user, token } = await buildMember(app)
    const shared = await buildMeme(app, { user, bytes })
    await cli('meme', 'remove', removed.id, 'spam')
    const files = [removed.blob_origin, removed.blob_medium, removed.blob_small]
    expect(await Promise.all(files.map(media))).toEqual([200, 200, 200])

    expect((await app.call('DELETE', `/meme/${shared.id}`, { token })).status).toBe(200)
    await sweepBlobs(app.deps)
    // The owner can still undo the deletion.
    expect(await Promise.all(files.map(media))).toEqual([200, 200, 200])
    await purgeMemeWorker(app.deps).handle({ memeId: shared.id }, AbortSignal.timeout(10_000))
    expect(await Promise.all(files.map(media))).toEqual([410, 410, 410])

    await cli('meme', 'restore', removed.id, 'A mistake')
    expect(await Promise.all(files.map(media))).toEqual([200, 200, 200])
  })

  test('hides the picture after the other account with it is deleted', async () => {
    const bytes = await randomPicture(unique())
    const removed = await buildMeme(app, { bytes })
    const { user } = await buildMember(app)
    await buildMeme(app, { user, bytes })
    await cli('meme', 'remove', removed.id, 'spam')
    expect(await media(removed.blob_small)).toBe(200)
    expect((await cli('user', 'delete', user.username, 'Asked by mail')).code).toBe(0)
    expect(await media(removed.blob_small)).toBe(410)
  })

  test('a deletion cannot be undone if the picture was removed meanwhile', async () => {
    const bytes = await randomPicture(unique())
    const { user, token } = await buildMember(app)
    const deleted = await buildMeme(app, { user, bytes })
    const removed = await buildMeme(app, { bytes })
    await app.call('DELETE', `/meme/${deleted.id}`, { token })
    await cli('meme', 'remove', removed.id, 'spam')
    const back = await app.call('POST', `/meme/${deleted.id}/restore`, { token })
    expect([back.status, back.body.code]).toEqual([410, 'meme.removed'])
    expect(await media(removed.blob_small)).toBe(410)
    expect((await app.call('GET', '/users/me', { token })).body.data.stats.memesCount).toBe(0)
  })

  test('blocks the picture from new uploads', async () => {
    const bytes = await randomPicture(unique())
    const meme = await buildMeme(app, { bytes })
    await cli('meme', 'remove', meme.id, 'spam')
    const { token } = await buildMember(app)
    const again = await app.call('POST', '/meme', { token, ...pictureForm(bytes, { name: 'Again' }) })
    expect([again.status, again.body.code]).toEqual([410, 'meme.removed'])
  })

  test('needs a reason and an existing meme', async () => {
    const meme = await buildMeme(app)
    expect((await cli('meme', 'remove', meme.id)).code).toBe(1)
    expect((await app.call('GET', `/meme/${meme.id}`)).status).toBe(200)
    expect((await cli('meme', 'restore', meme.id, 'why not')).code).toBe(1)
    const unknown = { code: 1, printed: "Oops, we can't find this meme" }
    for (const id of ['not-an-id', UNKNOWN_ID]) expect(await cli('meme', 'remove', id, 'why not')).toEqual(unknown)
    expect((await cli('reports', 'dismiss', 'not-an-id', 'why not')).code).toBe(1)
  })
})

test('dismissing closes the reports of a meme and leaves it visible', async () => {
  const meme = await buildMeme(app)
  await report(meme.id, { reason: 'spam' })
  expect((await cli('reports', 'dismiss', meme.id, 'harmless')).printed).toBe('Dismissed 1 report.')
  expect((await reportsOf(meme.id)).map((row) => row.status)).toEqual(['dismissed'])
  expect((await app.call('GET', `/meme/${meme.id}`)).status).toBe(200)
  expect((await cli('reports', 'dismiss', meme.id, 'harmless')).code).toBe(1)
})

describe('a suspended member', () => {
  test('can log in to read the reason, to export and to delete the account, and nothing else', async () => {
    const { user } = await buildMember(app, { passwordHash: await hashPassword('secret one') })
    const meme = await buildMeme(app)
    expect((await cli('user', 'suspend', user.username, 'Spam', 'all', 'day')).code).toBe(0)
    expect((await app.mailTo(user.email ?? '')).text).toContain('Spam all day')

    const body = { email: user.email, password: 'secret one' }
    const login = await app.call('POST', '/auth/login', { body })
    expect([login.status, login.body.code, login.body.suspension.reason]).toEqual([
      403,
      'auth.accountSuspended',
      'Spam all day',
    ])
    const inside = login.body.data.authentication.token
    const me = await app.call('GET', '/users/me', { token: inside })
    expect([me.status, me.body.data.suspension.reason]).toEqual([200, 'Spam all day'])
    const like = { memeId: meme.id, action: 'like', metadata: { sourceType: 'feed' } }
    expect((await app.call('POST', '/user-action', { token: inside, body: like })).status).toBe(403)
    expect((await report(meme.id, { reason: 'spam' }, { token: inside })).status).toBe(403)

    expect((await cli('user', 'unsuspend', user.username, 'Sorry')).code).toBe(0)
    expect((await app.call('POST', '/auth/login', { body })).status).toBe(200)
    await cli('user', 'suspend', user.username, 'Once more')
    expect((await app.call('DELETE', '/users/me', { token: inside })).status).toBe(200)
  })

  test('can be deleted by the operator, and the log then holds no identity', async () => {
    const { user, token } = await buildMember(app)
    await cli('user', 'suspend', user.username, 'Bad')
    expect((await cli('user', 'delete', user.username, 'Asked by mail')).code).toBe(0)
    expect((await app.call('GET', '/users/me', { token })).status).toBe(401)
    const log = await app.db.selectFrom('moderation_log').selectAll().execute()
    expect(JSON.stringify(log)).not.toContain(user.id)
    expect((await cli('reports', 'log')).printed).toContain('Asked by mail')
    expect((await cli('user', 'delete', user.username, 'Again')).code).toBe(1)
  })
})

test.each([
  [
    'en',
    [
      'A moderator removed your meme',
      'Your meme is back',
      'Your Memeroom account is suspended',
      'Your Memeroom account has been reinstated',
    ],
  ],
  [
    'vi',
    [
      'Người kiểm duyệt đã gỡ meme của bạn',
      'Meme của bạn đã được khôi phục',
      'Tài khoản Memeroom của bạn đã bị tạm khóa',
      'Tài khoản Memeroom của bạn đã được mở khóa',
    ],
  ],
] as const)('mails about operator actions use the member’s language: %s', async (contentLanguage, subjects) => {
  const { user } = await buildMember(app, { contentLanguage })
  const meme = await buildMeme(app, { user, name: 'Named <b>' })
  const mailed: string[] = []
  for (const [index, words] of [
    ['meme', 'remove', meme.id],
    ['meme', 'restore', meme.id],
    ['user', 'suspend', user.username],
    ['user', 'unsuspend', user.username],
  ].entries()) {
    expect((await cli(...words, `Reason ${index} & more`)).code).toBe(0)
    const mail = await app.mailTo(user.email ?? '', index + 1)
    mailed.push(mail.subject)
    expect(mail.text).toContain(`Reason ${index} & more`)
    expect(mail.html).toContain(`Reason ${index} &amp; more`)
    expect(mail.html).toContain(`<html lang="${contentLanguage}">`)
    if (words[0] === 'meme') expect(mail.html).toContain('Named &lt;b&gt;')
  }
  expect(mailed).toEqual(subjects)
})
