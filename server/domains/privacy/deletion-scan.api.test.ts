import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { WEBHOOK_EVENTS } from '#contract/notifications/webhooks.ts'
import { storeTemplatePictures } from '#server/domains/templates/store-pictures.ts'
import { createMail } from '#server/platform/mail/mail.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { buildFullAccount } from '#test/full-account.ts'
import { createPushBrowser } from '#test/push-service.ts'
import { startReceiver } from '#test/webhook-site.ts'

const receiver = await startReceiver()
const app = await appForFile({ linkFetchAllowlist: [new URL(receiver.base).host] })
// Write mails to files, as without a mail server.
const outboxDir = path.join(app.dataDir, 'outbox')
const outbox = createMail({ from: 'Memeroom <no-reply@localhost>', outboxDir, showsCodes: false, log: () => {} })
app.deps.mail.send = (mail) => outbox.send(mail)
app.deps.mail.forget = (trace) => outbox.forget(trace)
afterAll(() => receiver.close())

const NAME = 'xylofonkatze'
/** Returns every row of every table as text, including the job queue. Covers tables that are added later. */
async function everyRow(): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'`.execute(app.db)
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

/** Returns where any of these texts still occur: the table or file, and the text. */
async function traces(texts: string[]): Promise<string[]> {
  const locations = [
    ...[...(await everyRow())].map(([location, text]) => [location, text.toLowerCase()] as const),
    ...[...(await everyFile())].map(
      ([location, bytes]) => [location, `${location} ${bytes.toString('latin1')}`.toLowerCase()] as const,
    ),
  ]
  return locations.flatMap(([location, text]) =>
    texts.filter((it) => text.includes(it.toLowerCase())).map((it) => `${location}: ${it}`),
  )
}

/** Tables that this test leaves empty, and why none of them can identify a person. The test must fill every new table. */
const EMPTY_TABLES: Record<string, string> = {
  'public.action_history': 'sums by day and action',
  'public.banned_networks': 'what admins ban; no member is named',
  'public.deleted_accounts': 'made by the deletion: keyed hashes',
  'public.deleted_passkeys': 'made by the deletion: public keys under keyed hashes',
  'public.known_entries': 'well-known templates that moderators changed, which belong to no member',
  'public.media_purges': 'names of removed pictures until caches have let go of them; this site has none',
  'public.meme_meanings': 'vectors of an operator’s model, which this site has none of; they go with their meme',
  'public.staged_objects': 'received files in a bucket; here they lie in a folder',
  'public.stale_template_pictures': 'ids of templates until their picture is composed again; no member is named',
  'public.stale_words': 'words that left a meme, until the sweep after the deletion',
  'public.tag_aliases': 'tags that moderators joined; no member is named',
  'public.template_repairs': 'strokes of moderators, who are not named; those from a meme go with it',
  'public.trending_changes': 'follows that ended, until the next refresh of trending; they go with who was followed',
  'public.uncompared_memes': 'ids of memes until their pictures are compared with others; they go with their meme',
}

/** Returns the public API responses, which also come from caches. */
async function publicAnswers(): Promise<string> {
  const urls = [
    '/tags',
    '/recommendation-feed',
    `/vector-search/text?q=${NAME}word`,
    `/vector-search/suggest?q=${NAME}`,
    '/trending-memes?period=24h',
    '/users/trending?timeFrame=24h',
  ]
  const answers = await Promise.all(urls.map((url) => app.call('GET', url)))
  expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200))
  return JSON.stringify(answers.map(({ body }) => body)).toLowerCase()
}

/**
 * Returns everything that identifies a member or shows their pictures: ids, names, address, file names, and picture descriptors.
 */
async function findTraces(userId: string, uploadIds: string[], shared: string[]) {
  const memes = await app.db.selectFrom('memes').selectAll().where('user_id', '=', userId).execute()
  const user = await app.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  const staged = await app.db.selectFrom('upload_files').select('staged_key').where('user_id', '=', userId).execute()
  const gifs = await app.db
    .selectFrom('gif_renditions')
    .innerJoin('memes', 'memes.id', 'gif_renditions.meme_id')
    .select('key')
    .where('user_id', '=', userId)
    .execute()
  expect(gifs).toHaveLength(1)
  const composed = await sql<{ key: string }>`
    select key from template_pictures where meme_ids && ${memes.map(({ id }) => id)}::uuid[]`.execute(app.db)
  expect(composed.rows).not.toEqual([])
  const looks = await sql<{ visual: string; blocks: string }>`
    select left(v.visual::text, 80) as visual, f.blocks::text as blocks
    from memes m join meme_vectors v on v.meme_id = m.id join meme_fingerprints f on f.meme_id = m.id
    where m.user_id = ${userId} and m.name like ${`%${NAME} bulk%`}`.execute(app.db)
  expect(looks.rows).toHaveLength(1)
  const files = [
    ...memes.flatMap((meme) => [meme.blob_origin, meme.blob_medium, meme.blob_small]),
    ...[...gifs, ...composed.rows].map(({ key }) => key),
    user.avatar_large ?? '',
    user.avatar_small ?? '',
  ].filter((file) => !shared.includes(file))
  const stagedKeys = staged.flatMap((file) => file.staged_key ?? [])
  expect([memes.length, stagedKeys.length]).toEqual([5, 1])
  const texts = [
    NAME,
    user.id,
    ...uploadIds,
    ...memes.map((meme) => meme.id),
    ...sessions.map(({ id }) => id),
    ...files,
    ...stagedKeys,
    ...looks.rows.flatMap(({ visual, blocks }) => [visual, blocks]),
  ]
  return { texts, files: [...files, ...stagedKeys] }
}

test('deleting a member who used every feature leaves no trace in tables, files, jobs, mails or answers', async () => {
  const member = await buildMember(app, {
    username: NAME,
    email: `${NAME}@example.com`,
    displayName: `${NAME} display`,
  })
  const friend = await buildMember(app)
  const { token } = await buildMember(app, { role: 'admin' })
  const webhook = { url: receiver.base, events: WEBHOOK_EVENTS }
  expect((await app.call('POST', '/admin/webhooks', { token, body: webhook })).status).toBe(201)
  expect((await app.call('POST', '/admin/gif-keys', { token, body: { name: 'A chat' } })).status).toBe(201)
  await app.call('PUT', '/admin/settings', { token, body: { webPush: true } })
  const push = { endpoint: `${receiver.base}/push`, ...createPushBrowser().keys }
  expect((await app.call('PUT', '/notifications/push', { token: member.token, body: push })).status).toBe(200)
  const { uploadIds, friendsMeme, others } = await buildFullAccount(app, member, friend, NAME)
  await storeTemplatePictures(app.deps, AbortSignal.timeout(30_000))
  const { texts, files } = await findTraces(member.user.id, uploadIds, others)
  // Sanity check: before the deletion, the scan finds every text.
  const before = await traces(texts)
  for (const text of texts) expect(before.filter((line) => line.endsWith(`: ${text}`))).not.toEqual([])
  for (const answer of [NAME, `${NAME}tag`]) expect(await publicAnswers()).toContain(answer)
  // Some tables have rows only until the next job runs.
  await vi.waitFor(
    async () => {
      await storeTemplatePictures(app.deps, AbortSignal.timeout(30_000))
      const empty = [...(await everyRow())].filter(([, text]) => text === '').map(([table]) => table)
      expect(empty.filter((table) => table.startsWith('public.')).toSorted()).toEqual(Object.keys(EMPTY_TABLES))
    },
    { timeout: 30_000, interval: 500 },
  )
  const pictures = [...(await everyFile())]
    .filter(([name]) => files.some((file) => name.endsWith(file)))
    .map(([, bytes]) => bytes)
  expect(pictures.length).toBe(new Set(files).size)

  expect((await app.call('DELETE', '/users/me', { token: member.token })).status).toBe(200)
  expect((await app.call('GET', '/users/me', { token: member.token })).status).toBe(401)
  await vi.waitFor(async () => expect(await traces(texts)).toEqual([]), { timeout: 30_000, interval: 500 })
  const left = [...(await everyFile()).values()]
  for (const picture of pictures) expect(left.some((file) => file.includes(picture))).toBe(false)
  await vi.waitFor(async () => expect(await publicAnswers()).not.toContain(NAME), { timeout: 10_000, interval: 500 })

  const friendly = await app.call('GET', `/meme/${friendsMeme.id}`)
  expect(friendly.body.data.stats).toEqual({ viewCount: 0, likeCount: 2, copyCount: 0, dislikeCount: 0 })
  expect((await app.app.inject({ method: 'GET', url: `/media/${friendsMeme.blob_origin}` })).statusCode).toBe(200)
  const stats = (await app.call('GET', '/users/me', { token: friend.token })).body.data.stats
  expect(stats).toMatchObject({ followersCount: 0, followingCount: 0 })
  const hours = await app.db.selectFrom('meme_hours').selectAll().where('meme_id', '=', friendsMeme.id).execute()
  // The test may run past the hour, so the counts may be in two rows.
  const totals = (['views', 'likes', 'copies'] as const).map((count) =>
    hours.reduce((sum, hour) => sum + hour[count], 0),
  )
  expect(totals).toEqual([0, 2, 0])
  const gains = await app.db.selectFrom('user_hours').selectAll().where('user_id', '=', friend.user.id).execute()
  expect(gains.reduce((sum, hour) => sum + hour.likes, 0)).toBe(3)
  const sums = await sql<{ views: number; likes: number; copies: number }>`
    select views, likes, copies from trending_meme_sums where meme_id = ${friendsMeme.id}`.execute(app.db)
  expect(sums.rows).toEqual(Array(3).fill({ views: 0, likes: 2, copies: 0 }))
}, 120_000)
