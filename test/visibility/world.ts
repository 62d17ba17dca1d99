import { expect } from 'vitest'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import type { MemeRow } from '#server/domains/memes/queries.ts'
import { publishVisibility } from '#server/domains/memes/visibility.ts'
import { insertWrongWords } from '#server/domains/moderation/wrong-words-queries.ts'
import { findPostedMeme, insertPosts } from '#server/domains/notifications/post-queries.ts'
import { indexMemesWithWords } from '#server/domains/search/indexing/index-meme.ts'
import { storeOrigin } from '#server/domains/templates/remixes.ts'
import { refreshTrending } from '#server/domains/trending/refresh-trending.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { TestApp } from '../app.ts'
import { captionedPicture } from '../captioned-picture.ts'
import { type BuiltMember, buildMember, buildMeme } from '../factories.ts'
import type { State } from './table.ts'

/** A word that all memes have. */
export const SHARED = 'sharedword'

export interface World {
  app: TestApp
  /** The member in the states. */
  reader: BuiltMember
  /** Creator of `meme`, the meme that the tests search for. */
  creator: BuiltMember
  meme: MemeRow
  picture: Buffer
  /** Another person's meme on the same template. */
  harmless: MemeRow
  /** A meme made from `meme`. */
  remix: MemeRow
  moderator: BuiltMember
  templateId: string
  /** Albums with only `meme`: the reader's and another person's. */
  albums: { mine: string; others: string }
}

async function ok(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body as { data: { _id: string } }
}

/** Creates one meme that appears in every possible place, and related memes. */
export async function buildWorld(app: TestApp): Promise<World> {
  const [reader, creator, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const moderator = await buildMember(app, { role: 'moderator' })
  const written = (text: string) => captionedPicture({ seed: 'one template', text })
  // The first meme in sitemaps, because sitemap pages are named by their first meme.
  const harmless = await buildMeme(app, {
    user: other.user,
    name: `${SHARED} companion #sharedtag`,
    bytes: await written('A HARMLESS ONE'),
  })
  const picture = await written('LOOK AT ME')
  const meme = await buildMeme(app, {
    user: creator.user,
    name: `${SHARED} zanotter #sharedtag #zantag`,
    description: 'zandescription lanternfish',
    altText: 'zanalternative',
    bytes: picture,
  })
  const words = [{ text: 'ZANCAPTION', x: 0.1, y: 0.1, width: 0.5, height: 0.1 }]
  await withTransaction(app.db, (tx) => indexMemesWithWords(tx, [{ id: meme.id, words }]))
  const remix = await buildMeme(app, { user: other.user, name: `${SHARED} remix` })
  await compareNewMemes(app.deps)
  const templateId = (await app.call('GET', `/meme/${meme.id}`)).body.data.templateId
  expect(templateId).toEqual(expect.any(String))
  await withTransaction(app.db, async (tx) => {
    await storeOrigin(tx, remix.id, { template: templateId, madeFrom: meme.id })
    await storeOrigin(tx, meme.id, { madeFrom: harmless.id })
  })
  const world = { app, reader, creator, meme, picture, harmless, remix, moderator, templateId }
  const albums = { mine: await fillAlbum(world, reader), others: await fillAlbum(world, other) }
  await act(world, [reader, other])
  return { ...world, albums }
}

async function fillAlbum({ app, meme }: Omit<World, 'albums'>, { token }: BuiltMember): Promise<string> {
  const body = { name: 'Collected', visibility: 'public' }
  const id = (await ok(app.call('POST', '/albums', { token, body }))).data._id
  await ok(app.call('PUT', `/albums/${id}/memes/${meme.id}`, { token }))
  return id
}

async function act({ app, creator, meme, reader }: Omit<World, 'albums'>, members: BuiltMember[]): Promise<void> {
  for (const { token } of members)
    for (const action of ['view', 'like', 'copy', 'add-to-album'])
      await ok(app.call('POST', '/user-action', { token, body: { memeId: meme.id, action } }))
  await ok(app.call('POST', `/users/${creator.user.id}/follow`, { token: reader.token }))
  await withTransaction(app.db, (tx) => insertWrongWords(tx, meme.id))
  await ok(app.call('POST', `/meme/${meme.id}/report`, { token: reader.token, body: { reason: 'other', note: 'Hm' } }))
  await refreshTrending(app.deps)
  const posted = await findPostedMeme(app.db, meme.id)
  if (!posted) throw new Error('the meme is not live')
  await withTransaction(app.db, (tx) => insertPosts(tx, posted, [reader.user.id]))
}

/** Puts the meme into a state; returns a function that restores it. */
export async function enter(world: World, state: State): Promise<() => Promise<void>> {
  const { app, reader, creator, meme } = world
  const setMeme = (values: object) => app.db.updateTable('memes').set(values).where('id', '=', meme.id).execute()
  const setUser = ({ user }: BuiltMember, values: object) =>
    app.db.updateTable('users').set(values).where('id', '=', user.id).execute()
  // Changes only the rows: other effects of a block or removal must not hide the meme.
  const hide = async (who: BuiltMember, target: BuiltMember, reason: 'mute' | 'block' | 'blocked-by') => {
    const ids = { user_id: who.user.id, person_id: target.user.id }
    await app.db
      .insertInto('hidden_people')
      .values({ ...ids, reason })
      .execute()
  }
  const unhide = () => app.db.deleteFrom('hidden_people').execute()
  const marked = () => setMeme({ sensitive_by: 'moderator' })
  const unmarked = () => setMeme({ sensitive_by: null })
  const target = { user_id: reader.user.id, kind: 'meme' as const, target: meme.id }
  const ways: Record<State, [() => Promise<unknown>, () => Promise<unknown>]> = {
    plain: [async () => {}, async () => {}],
    sensitive: [marked, unmarked],
    'sensitive, and the reader hides such': [
      async () => [await marked(), await setUser(reader, { sensitive_content: 'hide' })],
      async () => [await unmarked(), await setUser(reader, { sensitive_content: 'blur' })],
    ],
    'its creator muted': [() => hide(reader, creator, 'mute'), unhide],
    'its creator blocked': [() => hide(reader, creator, 'block'), unhide],
    'its creator blocked the reader': [() => hide(reader, creator, 'blocked-by'), unhide],
    'not interested in': [
      () => app.db.insertInto('not_interested').values(target).execute(),
      () => app.db.deleteFrom('not_interested').execute(),
    ],
    'its creator suspended': [
      async () => [await setUser(creator, { suspended_at: new Date() }), await setMeme({ status: 'hidden' })],
      async () => [await setUser(creator, { suspended_at: null }), await setMeme({ status: 'ready' })],
    ],
    'in review': [() => setMeme({ status: 'review' }), () => setMeme({ status: 'ready' })],
    removed: [
      () => setMeme({ status: 'removed', removed_at: new Date() }),
      () => setMeme({ status: 'ready', removed_at: null }),
    ],
    deleted: [() => setMeme({ deleted_at: new Date() }), () => setMeme({ deleted_at: null })],
  }
  const [apply, undo] = ways[state]
  const forget = async () => {
    await withTransaction(app.db, publishVisibility)
  }
  await apply()
  await forget()
  return async () => {
    await undo()
    // The job may have refreshed the list while the meme was out of it.
    await refreshTrending(app.deps)
    await forget()
  }
}
