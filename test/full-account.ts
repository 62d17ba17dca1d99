import { Secret, TOTP } from 'otpauth'
import { expect, vi } from 'vitest'
import { insertIdentity } from '#server/domains/auth/providers/identity-queries.ts'
import { insertProviderSession, insertTicket } from '#server/domains/auth/providers/oidc/ticket-queries.ts'
import { createInvite } from '#server/domains/auth/registration/invites.ts'
import { processFileJob } from '#server/domains/bulk-upload/jobs.ts'
import { isLive, isNotSensitive } from '#server/domains/memes/lists/states.ts'
import type { MemeRow } from '#server/domains/memes/queries.ts'
import { dismissReports, removeMeme, suspendMember, unsuspendMember } from '#server/domains/moderation/moderate.ts'
import { checkSearches } from '#server/domains/saved-searches/jobs.ts'
import { storeSettings } from '#server/domains/settings/store-settings.ts'
import { storeOrigin } from '#server/domains/templates/remixes.ts'
import { refreshTrending } from '#server/domains/trending/refresh-trending.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { createWorkers } from '#server/worker.ts'
import type { TestApp } from './app.ts'
import { softAuthenticator } from './authenticator.ts'
import { ageProof, type BuiltMember, buildMember, buildMeme } from './factories.ts'
import { multipart, pictureForm } from './multipart.ts'
import { randomPicture } from './random-picture.ts'

const WAIT = { timeout: 30_000, interval: 100 }

/** Immediately runs a job that is scheduled for later. */
async function runJob(app: TestApp, name: string, data: object = {}): Promise<void> {
  const found = createWorkers(app.deps).find(({ kind }) => kind.name === name)
  if (!found) throw new Error(`no job ${name}`)
  await found.handle(data, AbortSignal.timeout(30_000))
}

async function ok(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
}

export interface Life {
  uploadIds: string[]
  /** A meme of the friend's with the same picture as one of the member's. */
  friendsMeme: MemeRow
  /** The files of the friend's memes, some of them also the member's. */
  others: string[]
}

/**
 * Performs every possible action, so that every table with data about a person has some: profile, sign-in methods, uploads
 * (quick, bulk, and an unprocessed one), actions, follows in both directions, reports, moderation, feed, search, trending,
 * emails, a data export. `mark` is a word that occurs in every text.
 */
export async function buildFullAccount(
  app: TestApp,
  member: BuiltMember,
  friend: BuiltMember,
  mark: string,
): Promise<Life> {
  const shared = await randomPicture(`${mark} shared`)
  await fillAccount(app, member, mark)
  const memes = await upload(app, member, friend, mark, shared)
  const uploadIds = await uploadInBulk(app, member, friend, mark)
  await act(app, member, friend, memes)
  await moderate(app, member, friend, memes, mark)
  await lookAround(app, member, friend, mark)
  await ok(app.call('POST', '/users/me/export', { token: member.token }))
  await vi.waitFor(async () => {
    const latest = await app.call('GET', '/users/me/export', { token: member.token })
    expect(latest.body.data?.status).toBe('ready')
  }, WAIT)
  const others = [memes.friendsMeme, memes.alike].flatMap((meme) => [
    meme.blob_origin,
    meme.blob_medium,
    meme.blob_small,
  ])
  return { uploadIds, friendsMeme: memes.friendsMeme, others }
}

async function fillAccount(app: TestApp, { user, token }: BuiltMember, mark: string): Promise<void> {
  const avatar = pictureForm(
    await randomPicture('avatar'),
    { displayName: `${mark} display`, bio: `${mark} bio` },
    'avatar',
  )
  await ok(app.call('PUT', '/users/me/profile', { token, ...avatar }))
  await ok(app.call('PUT', '/users/me/preferences', { token, body: { contentLanguage: 'vi' } }))
  await ok(app.call('POST', '/users/me/tokens', { token, body: { name: `${mark} token`, scopes: ['read'] } }))
  await signInAtProvider(app, user.id, mark)
  await ok(app.call('POST', '/feed/not-interested', { token, body: { kind: 'tag', id: `${mark}tag` } }))
  await app.call('POST', '/auth/login', { body: { email: user.email, password: 'not this one' } })
  await ok(app.call('POST', '/auth/forgot-password', { body: { email: user.email } }))
  await addSecondFactor(app, token)
  await signInOtherwise(app, user, token, mark)
}

/** Links an account at a provider, with one session from there and one unfinished sign-in. */
async function signInAtProvider(app: TestApp, userId: string, mark: string): Promise<void> {
  const person = { provider: 'google', subject: `${mark} at google`, sid: null }
  const session = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const expiresAt = new Date(Date.now() + 900_000)
  await withTransaction(app.db, async (tx) => {
    await insertIdentity(tx, { ...person, userId })
    await insertProviderSession(tx, { ...person, id: session.id, idToken: `${mark} token` })
    await insertTicket(tx, { ...person, tokenHash: 'unfinished', profile: { name: mark }, expiresAt })
  })
}

/** Requests another username and email address, and makes a registration with the current address. */
async function signInOtherwise(app: TestApp, user: BuiltMember['user'], token: string, mark: string): Promise<void> {
  await ok(app.call('POST', '/users/me/change-username', { token, body: { username: `${mark}-before` } }))
  await ok(app.call('POST', '/users/me/change-username', { token, body: { username: mark } }))
  const registration = { email: user.email, username: `${mark}-two`, password: 'correct horse' }
  await ok(app.call('POST', '/auth/register', { body: registration }))
  await ageProof(app, user.id)
  const change = { token, body: { email: `${mark}-new@example.com` } }
  const refused = await app.call('POST', '/users/me/change-email', change)
  expect([refused.status, refused.body.requiresCode]).toEqual([403, true])
  // Simulates entering the code.
  await app.db.updateTable('sessions').set({ confirmed_at: new Date() }).where('user_id', '=', user.id).execute()
  await ok(app.call('POST', '/users/me/change-email', change))
}

/** Sets up both kinds of second factor, with recovery codes. */
async function addSecondFactor(app: TestApp, token: string): Promise<void> {
  const { origin, hostname } = new URL(app.deps.config.publicUrl)
  const asked = (await app.call('POST', '/users/me/passkeys/options', { token })).body.data
  const credential = softAuthenticator({ origin, rpId: hostname }, asked.user.id).create(asked)
  await ok(app.call('POST', '/users/me/passkeys', { token, body: { name: 'Phone', credential } }))
  await ok(app.call('PUT', '/users/me/second-factor/passkeys', { token }))
  const { secret } = (await app.call('POST', '/users/me/second-factor/totp', { token })).body.data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await ok(app.call('POST', '/users/me/second-factor/totp/confirm', { token, body: { code } }))
}

async function upload(app: TestApp, { user, token }: BuiltMember, friend: BuiltMember, mark: string, shared: Buffer) {
  const bytes = await randomPicture(`${mark} template`)
  const own = await buildMeme(app, {
    user,
    bytes,
    name: `${mark}word one #${mark}tag`,
    description: `${mark} described`,
  })
  const shared1 = await buildMeme(app, { user, name: 'Shared picture', bytes: shared })
  const removed = await buildMeme(app, { user, name: 'Removed one' })
  await ok(app.call('PUT', `/meme/${own.id}/guest-link`, { token }))
  await app.db
    .insertInto('imported_items')
    .values({ key: `${mark} elsewhere`, meme_id: own.id })
    .execute()
  const deleted = await buildMeme(app, { user, name: `${mark} deleted` })
  await ok(app.call('DELETE', `/meme/${deleted.id}`, { token }))
  // Others use the same template, so that their memes are named after the member's.
  const alike = await buildMeme(app, { user: friend.user, bytes, name: 'Of one template' })
  await withTransaction(app.db, async (tx) => {
    await storeOrigin(tx, alike.id, { madeFrom: own.id })
    await storeOrigin(tx, own.id, { madeFrom: alike.id })
  })
  const friendsMeme = await buildMeme(app, { user: friend.user, name: 'A friend’s meme', bytes: shared })
  app.deps.reader = {
    read: async () => [{ text: `${mark}painted`, confidence: 95, x: 0, y: 0, width: 1, height: 0.2 }],
    wake: () => {},
    pauseFor: (work) => work(),
    close: async () => {},
  }
  await runJob(app, 'read-picture', { memeId: own.id })
  app.deps.reader = null
  await ok(app.call('PATCH', `/meme/${own.id}`, { token, body: { readText: `${mark}painted ${mark}corrected` } }))
  return { own, shared1, removed, alike, friendsMeme }
}

type Memes = Awaited<ReturnType<typeof upload>>

async function uploadInBulk(app: TestApp, member: BuiltMember, friend: BuiltMember, mark: string): Promise<string[]> {
  const picture = await randomPicture(`${mark} bulk`)
  const start = async ({ token }: BuiltMember, name: string, image: Buffer) => {
    const body = multipart([
      { name: 'memes', value: JSON.stringify([{ name, description: '' }]) },
      { name: 'images', value: image, fileName: `${name}.png`, type: 'image/png' },
    ])
    const answer = await app.call('POST', '/meme/bulk', { token, ...body })
    expect(answer.status).toBe(202)
    return answer.body.uploadId as string
  }
  const isOver = (uploadId: string, { token }: BuiltMember) =>
    vi.waitFor(async () => {
      const status = await app.call('GET', `/meme/bulk/status/${uploadId}`, { token })
      expect(status.body.status).toBe('completed')
    }, WAIT)
  const done = await start(member, `${mark} bulk`, picture)
  await isOver(done, member)
  // Another person uploads the same picture: their upload refers to the member's meme.
  await isOver(await start(friend, 'The same', picture), friend)

  const { enqueue } = app.deps.jobs
  app.deps.jobs.enqueue = async (tx, kind, data, options) => {
    if (kind.name !== processFileJob.name) await enqueue(tx, kind, data, options)
  }
  const waiting = await start(member, `${mark} waiting`, await randomPicture(`${mark} waiting`))
  app.deps.jobs.enqueue = enqueue
  return [done, waiting]
}

async function act(
  app: TestApp,
  member: BuiltMember,
  friend: BuiltMember,
  { own, friendsMeme, alike }: Memes,
): Promise<void> {
  const one = (token: string, memeId: string, action: string) =>
    ok(app.call('POST', '/user-action', { token, body: { memeId, action, metadata: { sourceType: 'feed' } } }))
  const third = await buildMember(app)
  for (const action of ['view', 'copy', 'like', 'add-to-album']) {
    await one(member.token, friendsMeme.id, action)
    await one(friend.token, own.id, action)
  }
  await one(member.token, alike.id, 'dislike')
  for (const { token } of [member, friend])
    await ok(app.call('POST', '/user-action', { token, body: { action: 'seen', memeIds: [own.id, friendsMeme.id] } }))
  // A taste shared with others relates the memes to each other.
  for (const memeId of [own.id, friendsMeme.id, alike.id]) await one(third.token, memeId, 'like')
  await one(friend.token, friendsMeme.id, 'like')
  await ok(app.call('POST', `/users/${friend.user.username}/follow`, { token: member.token }))
  await ok(app.call('POST', '/tags/cats/follow', { token: member.token }))
  await saveSearch(app, member, friend)
  for (const [{ token }, memeId] of [
    [member, friendsMeme.id],
    [friend, own.id],
  ] as const) {
    const album = await app.call('POST', '/albums', { token, body: { name: 'Kept', visibility: 'public' } })
    await ok(app.call('PUT', `/albums/${album.body.data._id}/memes/${memeId}`, { token }))
  }
  await ok(app.call('POST', `/users/${member.user.username}/follow`, { token: friend.token }))
  for (const { user } of [member, friend]) await runJob(app, 'follower-digest', { userId: user.id })
  const fourth = await buildMember(app)
  await ok(app.call('POST', `/users/${fourth.user.username}/block`, { token: member.token }))
  await ok(app.call('POST', `/users/${member.user.username}/mute`, { token: fourth.token }))
  await ok(
    app.call('POST', '/feed/not-interested', { token: friend.token, body: { kind: 'user', id: member.user.id } }),
  )
  await ok(app.call('POST', '/feed/not-interested', { token: friend.token, body: { kind: 'meme', id: own.id } }))
  // A follower after the email is included in the next one.
  await ok(app.call('POST', `/users/${third.user.username}/follow`, { token: member.token }))
  await ok(app.call('POST', `/users/${member.user.username}/follow`, { token: third.token }))
}

/** Saves a search with the member's words, and another one that finds a meme of a friend. */
async function saveSearch(app: TestApp, member: BuiltMember, friend: BuiltMember): Promise<void> {
  const found = 'Looked for and found'
  for (const q of [`${member.user.username} searched`, found])
    await ok(app.call('POST', '/users/me/searches', { token: member.token, body: { q } }))
  await buildMeme(app, { user: friend.user, name: found })
  await checkSearches(app.deps, { afterMinutes: 0 })
}

async function moderate(
  app: TestApp,
  { user, token }: BuiltMember,
  friend: BuiltMember,
  { own, friendsMeme, removed }: Memes,
  mark: string,
): Promise<void> {
  const report = (memeId: string, note: string, by: string) =>
    ok(app.call('POST', `/meme/${memeId}/report`, { token: by, body: { reason: 'spam', note } }))
  await report(friendsMeme.id, `${mark} thinks so`, token)
  await report(own.id, 'Hm', friend.token)
  const readText = `${mark}painted ${mark}corrected`
  await ok(app.call('POST', `/meme/${own.id}/wrong-words`, { token: friend.token, body: { readText } }))
  await removeMeme(app.deps, null, removed.id, 'Not for everybody', { block: true })
  await ok(app.call('POST', '/appeals', { token, body: { memeId: removed.id, text: `${mark} does not agree` } }))
  await withTransaction(app.db, (tx) => createInvite(tx, user.id, 1, 7))
  await suspendMember(app.deps, null, user.username, 'For a day')
  await unsuspendMember(app.deps, null, user.username, 'The day is over')
  await dismissReports(app.deps, null, own.id, 'Harmless')
}

async function lookAround(app: TestApp, member: BuiltMember, friend: BuiltMember, mark: string): Promise<void> {
  await withTransaction(app.db, (tx) => storeSettings(tx, { gifProvider: true }))
  const shown = await app.db
    .selectFrom('memes')
    .select('id')
    .where('user_id', '=', member.user.id)
    .where(isLive('memes'))
    .where(isNotSensitive('memes'))
    .executeTakeFirstOrThrow()
  expect((await app.app.inject(`/gif/media/${shown.id}/tinygif.gif`)).statusCode).toBe(200)
  await runJob(app, 'relate-memes')
  // By then, the hour of these actions is closed and its sums are stored.
  await refreshTrending(app.deps, new Date(Date.now() + 3 * 3_600_000))
  for (const options of [{ token: member.token }, { token: friend.token }, {}]) {
    await ok(app.call('GET', '/recommendation-feed', options))
    await ok(app.call('GET', `/vector-search/text?q=${mark}word`, options))
    await ok(app.call('GET', '/trending-memes?period=24h', options))
    await ok(app.call('GET', '/tags', options))
  }
}
