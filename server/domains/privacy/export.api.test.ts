import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { accountDeletionHooks } from '#server/domain-deps.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { readZip } from '#test/read-zip.ts'
import { removeMeme } from '../moderation/moderate.ts'
import { insertExport } from './export-queries.ts'
import { makeExportWorker } from './jobs.ts'
import { EXPORT_WAIT_HOURS } from './rules.ts'
import { runRetention } from './run-retention.ts'

const app = await appForFile()

const latest = (token: string) => app.call('GET', '/users/me/export', { token })
const ask = (token: string) => app.call('POST', '/users/me/export', { token })

const act = (token: string, memeId: string, action: string) =>
  app.call('POST', '/user-action', { token, body: { memeId, action, metadata: { sourceType: 'feed' } } })

async function untilReady(token: string) {
  return vi.waitFor(
    async () => {
      const { data } = (await latest(token)).body
      expect(data.status).toBe('ready')
      return data
    },
    { timeout: 20_000, interval: 100 },
  )
}

const fetchFile = (token: string, id: string) =>
  app.app.inject({
    method: 'GET',
    url: `/api/users/me/export/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  })

describe('a data export', () => {
  test('matches the database and the picture files byte for byte', async () => {
    const { user, token } = await buildMember(app)
    const friend = await buildMember(app)
    expect((await latest(token)).body.data).toBe(null)
    const memes = [await buildMeme(app, { user, name: 'First' }), await buildMeme(app, { user, name: 'Taken down' })]
    const liked = await buildMeme(app, { user: friend.user })
    await act(token, liked.id, 'dislike')
    await act(token, liked.id, 'copy')
    await app.call('POST', '/user-action', { token, body: { action: 'seen', memeIds: [liked.id] } })
    await app.call('POST', `/users/${user.username}/follow`, { token: friend.token })
    await app.call('POST', `/meme/${liked.id}/report`, { token, body: { reason: 'spam', note: 'A note' } })
    const album = await app.call('POST', '/albums', { token, body: { name: 'Liked not' } })
    await app.call('PUT', `/albums/${album.body.data._id}/memes/${liked.id}`, { token })
    await removeMeme(app.deps, null, memes[1]?.id ?? '', 'Against the rules')
    const avatar = pictureForm(await randomPicture('face'), { displayName: 'With a <b>', bio: 'Line one' }, 'avatar')
    expect((await app.call('PUT', '/users/me/profile', { token, ...avatar })).status).toBe(200)
    const asked = await ask(token)
    expect([asked.status, asked.body.data.status]).toEqual([202, 'queued'])
    const ready = await untilReady(token)
    expect(Math.round((Date.parse(ready.expiresAt) - Date.now()) / 86_400_000)).toBe(7)
    expect((await app.mailTo(user.email ?? '')).text).toContain('/account?tab=preferences')
    const answer = await fetchFile(token, ready._id)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.rawPayload.length).toBe(ready.bytes)
    const files = await readZip(answer.rawPayload)
    const json = (name: string) => JSON.parse(String(files.get(name)))

    expect(json('named-albums.json')).toMatchObject([
      { name: 'Liked not', visibility: 'private', memes: [{ memeId: liked.id }] },
    ])
    const row = await app.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(json('profile.json')).toMatchObject({
      id: row.id,
      username: row.username,
      email: row.email,
      displayName: 'With a <b>',
      bio: 'Line one',
      contentLanguage: row.content_language,
      emailNotifications: row.email_notifications,
      acceptedTermsVersion: row.accepted_terms_version,
      memesCount: row.memes_count,
      followersCount: 1,
      createdAt: row.created_at.toISOString(),
      avatarFile: 'avatar.webp',
    })
    expect(String(files.get('profile.json'))).not.toContain('password')
    const stored = async (key: string | null) => {
      const file = await app.deps.blobs.read(key ?? '')
      return file ? buffer(file.stream) : Buffer.from('missing')
    }
    expect(files.get('avatar.webp')?.equals(await stored(row.avatar_large))).toBe(true)
    expect(json('memes.json').map((meme: { id: string; status: string }) => [meme.id, meme.status])).toEqual([
      [memes[0]?.id, 'ready'],
      [memes[1]?.id, 'removed'],
    ])
    expect(json('memes.json')[1].removedReason).toBe('Against the rules')
    for (const meme of memes)
      expect(files.get(`memes/${meme.id}.png`)?.equals(await stored(meme.blob_origin))).toBe(true)
    const ledger = await app.db
      .selectFrom('actions')
      .select(['meme_id as memeId', 'action', 'delta', 'at'])
      .where('user_id', '=', user.id)
      .orderBy('at')
      .execute()
    expect(ledger).toHaveLength(2)
    expect(json('actions.json').ledger).toMatchObject(ledger.map((entry) => ({ ...entry, at: entry.at.toISOString() })))
    expect(json('actions.json').reactions).toMatchObject([{ memeId: liked.id, kind: 'dislike' }])
    expect(json('actions.json').seen).toEqual([{ memeId: liked.id, at: expect.any(String) }])
    expect(json('actions.json').reports).toMatchObject([{ memeId: liked.id, reason: 'spam', note: 'A note' }])
    expect(json('follows.json')).toMatchObject({ following: [], followers: [{ username: friend.user.username }] })
    const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()
    expect(json('sessions.json').map(({ id }: { id: string }) => id)).toEqual(sessions.map(({ id }) => id))
    expect([...files.keys()].toSorted()).toEqual(
      [
        'access-tokens.json',
        'actions.json',
        'albums.json',
        'avatar.webp',
        'follows.json',
        'guest-links.json',
        'index.html',
        ...memes.map(({ id }) => `memes/${id}.png`),
        'memes.json',
        'named-albums.json',
        'profile.json',
        'saved-searches.json',
        'security-events.json',
        'sessions.json',
      ].toSorted(),
    )
    const index = String(files.get('index.html'))
    expect(index).toContain('With a &lt;b&gt;')
    for (const [, link = ''] of index.matchAll(/(?:href|src)="([^"]+)"/g)) expect([...files.keys()]).toContain(link)
  })

  test('in progress is not duplicated, and a newer one replaces it', async () => {
    const { user, token } = await buildMember(app)
    const [first, second] = await Promise.all([ask(token), ask(token)])
    expect(first.body.data._id).toBe(second.body.data._id)
    const { _id } = await untilReady(token)
    await ask(token)
    await vi.waitFor(
      async () => {
        const rows = await app.db.selectFrom('data_exports').selectAll().where('user_id', '=', user.id).execute()
        expect(rows.map((row) => [row.id === _id, row.status])).toEqual([[false, 'ready']])
      },
      { timeout: 20_000, interval: 100 },
    )
    expect((await fetchFile(token, _id)).statusCode).toBe(404)
  })

  test('can be downloaded for seven days and is then deleted from disk', async () => {
    const { user, token } = await buildMember(app)
    await ask(token)
    const { _id, expiresAt } = await untilReady(token)
    const row = () => app.db.selectFrom('data_exports').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
    const key = (await row()).file_key ?? ''
    const isStored = async () => {
      const file = await app.deps.exports.read(key)
      file?.stream.destroy()
      return file !== null
    }
    const at = async (moment: number) => {
      const confirmed_at = new Date(moment)
      await app.db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', user.id).execute()
      vi.useFakeTimers({ toFake: ['Date'], now: moment })
      try {
        return [(await latest(token)).body.data.status, (await fetchFile(token, _id)).statusCode]
      } finally {
        vi.useRealTimers()
      }
    }
    const end = Date.parse(expiresAt)
    expect(await at(end - 60_000)).toEqual(['ready', 200])
    expect(await at(end + 1)).toEqual(['expired', 404])
    expect(await isStored()).toBe(true)
    await runRetention({ ...app.deps, ...accountDeletionHooks(app.deps) }, new Date(end + 1))
    await vi.waitFor(async () => expect(await isStored()).toBe(false), { timeout: 20_000, interval: 50 })
    expect((await row()).file_key).toBe(null)
  })

  test('that was lost can be requested again after some hours', async () => {
    const { user, token } = await buildMember(app)
    const lost = newId()
    await withTransaction(app.db, (tx) => insertExport(tx, lost, user.id))
    expect((await ask(token)).body.data).toMatchObject({ _id: lost, status: 'queued' })
    const before = new Date(Date.now() - (EXPORT_WAIT_HOURS + 1) * 3_600_000)
    await app.db.updateTable('data_exports').set({ created_at: before }).where('id', '=', lost).execute()
    expect((await latest(token)).body.data).toMatchObject({ _id: lost, status: 'failed' })
    expect((await ask(token)).body.data._id).not.toBe(lost)
    await untilReady(token)
  })

  describe('killed after its file was stored', () => {
    /** Stores the file, and gets no further. */
    async function killedAttempt(userId: string): Promise<string> {
      const id = newId()
      await withTransaction(app.db, (tx) => insertExport(tx, id, userId))
      await new Promise<void>((stored) => {
        const put = async (...file: Parameters<typeof app.deps.exports.put>) => {
          await app.deps.exports.put(...file)
          stored()
          await new Promise(() => {})
        }
        void makeExportWorker({ ...app.deps, exports: { ...app.deps.exports, put } }).handle({ exportId: id }, signal)
      })
      return id
    }
    const signal = AbortSignal.timeout(60_000)
    const files = () => readdir(path.join(app.dataDir, 'exports'), { recursive: true })

    test('leaves no file of a deleted account', async () => {
      const { user, token } = await buildMember(app)
      const before = (await files()).filter((name) => name.endsWith('.zip'))
      const id = await killedAttempt(user.id)
      expect((await files()).filter((name) => name.endsWith('.zip'))).toHaveLength(before.length + 1)
      expect((await app.call('DELETE', '/users/me', { token })).status).toBe(200)
      await makeExportWorker(app.deps).handle({ exportId: id }, signal)
      await vi.waitFor(async () => expect((await files()).filter((name) => name.endsWith('.zip'))).toEqual(before), {
        timeout: 20_000,
        interval: 100,
      })
    })

    test('has one file after the next attempt', async () => {
      const { user, token } = await buildMember(app)
      const before = (await files()).filter((name) => name.endsWith('.zip'))
      const id = await killedAttempt(user.id)
      await makeExportWorker(app.deps).handle({ exportId: id }, signal)
      expect((await files()).filter((name) => name.endsWith('.zip'))).toHaveLength(before.length + 1)
      expect((await fetchFile(token, id)).statusCode).toBe(200)
    })
  })
})
