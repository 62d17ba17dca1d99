import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMail } from '#server/adapters/mail/mail.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { multipart } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { removeMeme } from '../moderation/moderate.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  // Mails become files here, as they do without a mail server.
  const outboxDir = path.join(app.dataDir, 'outbox')
  const outbox = createMail({ from: 'Memeroom <no-reply@localhost>', outboxDir, log: () => {} })
  app.deps.mail.send = (mail) => outbox.send(mail)
  app.deps.mail.forget = (trace) => outbox.forget(trace)
})
afterAll(() => app.stop())

const NAME = 'xylofonkatze'
const act = (token: string, memeId: string, action: string) =>
  app.call('POST', '/user-action', { token, body: { memeId, action, metadata: { sourceType: 'feed' } } })

/** Every row of every table, of the queue too, as text. */
async function everyRow(): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'jobs')`.execute(app.db)
  const rows = new Map<string, string>()
  for (const { name } of tables.rows) {
    const found = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(app.db)
    rows.set(name, found.rows.map(({ row }) => row).join('\n'))
  }
  return rows
}

async function everyFile(): Promise<Map<string, Buffer>> {
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
  const files = new Map<string, Buffer>()
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    files.set(path.relative(app.dataDir, file), await readFile(file))
  }
  return files
}

/** Where any of these texts still stands: table or file, and the text. */
async function traces(texts: string[]): Promise<string[]> {
  const places = [
    ...[...(await everyRow())].map(([place, text]) => [place, text.toLowerCase()] as const),
    ...[...(await everyFile())].map(
      ([place, bytes]) => [place, `${place} ${bytes.toString('latin1')}`.toLowerCase()] as const,
    ),
  ]
  return places.flatMap(([place, text]) =>
    texts.filter((it) => text.includes(it.toLowerCase())).map((it) => `${place}: ${it}`),
  )
}

/** Does everything there is to do: uploads, acts, follows and is followed, reports, exports, forgets a password. */
async function liveAFullLife(member: BuiltMember, friend: BuiltMember, shared: Buffer) {
  const { user, token } = member
  const avatar = multipart([
    { name: 'displayName', value: `${NAME} display` },
    { name: 'bio', value: `${NAME} bio` },
    { name: 'avatar', value: await randomPicture('avatar'), fileName: 'me.png', type: 'image/png' },
  ])
  expect((await app.call('PUT', '/users/me/profile', { token, ...avatar })).status).toBe(200)
  const own = await buildMeme(app, { user, name: `${NAME}word one #${NAME}tag`, description: `${NAME} described` })
  await buildMeme(app, { user, name: 'Shared picture', bytes: shared })
  const removed = await buildMeme(app, { user, name: 'Removed one' })
  const kept = await buildMeme(app, { user: friend.user, name: 'A friend’s meme', bytes: shared })
  for (const action of ['view', 'copy', 'like', 'add-to-album']) {
    await act(token, kept.id, action)
    await act(friend.token, own.id, action)
  }
  await app.call('POST', `/users/${friend.user.username}/follow`, { token })
  await app.call('POST', `/users/${user.username}/follow`, { token: friend.token })
  await app.call('POST', `/meme/${kept.id}/report`, { token, body: { reason: 'spam', note: `${NAME} thinks so` } })
  await app.call('POST', `/meme/${own.id}/report`, { token: friend.token, body: { reason: 'hate' } })
  await removeMeme(app.deps, removed.id, 'Not for everybody')
  for (const reader of [token, friend.token, undefined])
    await app.call('GET', '/recommendation-feed', reader ? { token: reader } : {})
  await app.call('POST', '/auth/forgot-password', { body: { email: user.email } })
  const bulk = multipart([
    { name: 'memes', value: JSON.stringify([{ name: `${NAME} bulk`, description: '' }]) },
    { name: 'images', value: await randomPicture('bulk'), fileName: `${NAME}.png`, type: 'image/png' },
  ])
  const upload = await app.call('POST', '/meme/bulk', { token, ...bulk })
  expect(upload.status).toBe(202)
  await vi.waitFor(
    async () => {
      const status = await app.call('GET', `/meme/bulk/status/${upload.body.uploadId}`, { token })
      expect(status.body.status).toBe('completed')
    },
    { timeout: 30_000, interval: 200 },
  )
  await app.call('POST', '/users/me/export', { token })
  await vi.waitFor(
    async () => expect((await app.call('GET', '/users/me/export', { token })).body.data?.status).toBe('ready'),
    { timeout: 30_000, interval: 200 },
  )
  return { uploadId: upload.body.uploadId as string, kept }
}

test('of a deleted member who did everything there is to do, no table, file, job or mail holds a trace', async () => {
  const shared = await randomPicture('shared')
  const member = await buildMember(app, {
    username: NAME,
    email: `${NAME}@example.com`,
    displayName: `${NAME} display`,
  })
  const friend = await buildMember(app)
  const { uploadId, kept } = await liveAFullLife(member, friend, shared)

  const memes = await app.db.selectFrom('memes').selectAll().where('user_id', '=', member.user.id).execute()
  const user = await app.db.selectFrom('users').selectAll().where('id', '=', member.user.id).executeTakeFirstOrThrow()
  const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()
  const sharedFiles = [kept.blob_origin, kept.blob_medium, kept.blob_small]
  const files = [
    ...memes.flatMap((meme) => [meme.blob_origin, meme.blob_medium, meme.blob_small]),
    user.avatar_large ?? '',
    user.avatar_small ?? '',
  ].filter((file) => !sharedFiles.includes(file))
  expect(memes).toHaveLength(4)
  const texts = [NAME, user.id, uploadId, ...memes.map((meme) => meme.id), ...sessions.map(({ id }) => id), ...files]
  // The scan sees what is there: without the deletion it finds every one of them.
  const before = await traces(texts)
  for (const text of texts) expect(before.some((line) => line.endsWith(`: ${text}`))).toBe(true)
  const pictures = [...(await everyFile())]
    .filter(([name]) => files.includes(path.basename(name)))
    .map(([, bytes]) => bytes)
  expect(pictures.length).toBe(new Set(files).size)

  expect((await app.call('DELETE', '/users/me', { token: member.token })).status).toBe(200)
  expect((await app.call('GET', '/users/me', { token: member.token })).status).toBe(401)
  await vi.waitFor(async () => expect(await traces(texts)).toEqual([]), { timeout: 30_000, interval: 500 })
  const left = [...(await everyFile()).values()]
  for (const picture of pictures) expect(left.some((file) => file.includes(picture))).toBe(false)

  const friendly = await app.call('GET', `/meme/${kept.id}`)
  expect(friendly.body.data.stats).toEqual({ viewCount: 0, likeCount: 0, copyCount: 0, dislikeCount: 0 })
  expect((await app.app.inject({ method: 'GET', url: `/media/${kept.blob_origin}` })).statusCode).toBe(200)
  const stats = (await app.call('GET', '/users/me', { token: friend.token })).body.data.stats
  expect(stats).toMatchObject({ followersCount: 0, followingCount: 0 })
  const hours = await app.db.selectFrom('meme_hours').selectAll().where('meme_id', '=', kept.id).execute()
  expect(hours.reduce((sum, hour) => sum + hour.views + hour.likes + hour.copies + hour.albums, 0)).toBe(0)
}, 120_000)
