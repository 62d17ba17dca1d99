import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/db/id.ts'
import { buildMember, changeMemes } from '#test/factories.ts'
import { createFeedLibrary, idsOf, MEMES_EACH } from '#test/feed-library.ts'
import { compareNewMemes, relateByTaste } from './relate-memes.ts'

const DAY_MS = 86_400_000

const library = await createFeedLibrary()
const { app, memes, creators } = library
afterAll(() => app.stop())
afterEach(async () => {
  for (const table of [
    'actions',
    'reactions',
    'feed_seen',
    'meme_neighbours',
    'similar_memes',
    'top_memes_by_tag',
    'meme_templates',
    'meme_vectors',
    'follows',
  ] as const)
    await app.db.deleteFrom(table).execute()
  await app.db
    .updateTable('meme_stats')
    .set({ view_count: 0, like_count: 0, copy_count: 0, dislike_count: 0 })
    .execute()
})

const feed: typeof library.feed = (options) => library.feed(options)
const act: typeof library.act = (...args) => library.act(...args)
const see: typeof library.see = (...args) => library.see(...args)
const of: typeof library.of = (creator) => library.of(creator)

describe('a member', () => {
  test('sees popular memes first', async () => {
    const best = memes.slice(20, 23).map((meme) => meme.id)
    await app.db
      .updateTable('meme_stats')
      .set({ view_count: 100, like_count: 80 })
      .where('meme_id', 'in', best)
      .execute()
    // Many likes, but from a small share of its viewers.
    await app.db
      .updateTable('meme_stats')
      .set({ view_count: 9000, like_count: 400 })
      .where('meme_id', '=', memes[30]?.id ?? '')
      .execute()
    const { token } = await buildMember(app)
    const { shown } = await feed({ token })
    expect(new Set(idsOf(shown).slice(0, 3))).toEqual(new Set(best))
    expect(shown[0]?.reason).toBe('popular')
  })

  test('sees a different next page after five likes', async () => {
    const { token } = await buildMember(app)
    const first = await feed({ token, limit: 5 })
    for (const meme of of(2).slice(0, 3)) await act(meme.id, 'like', { token })
    for (const meme of of(5).slice(0, 2)) await act(meme.id, 'like', { token })
    const { shown } = await feed({ token, limit: 8, cursor: first.next })
    const liked = new Set([creators[2]?.user.id, creators[5]?.user.id])
    expect(shown.slice(0, 3).every((meme) => liked.has(meme.userId))).toBe(true)
    expect(shown[0]?.reason).toBe('similar')
  })

  test('sees memes similar to liked ones, and memes that people with similar taste like', async () => {
    const vector = (first: number) => `[${[first, Math.sqrt(1 - first * first), ...Array(254).fill(0)].join(',')}]`
    const [liked, alike, other] = [of(0)[0], of(1)[0], of(3)[0]]
    if (!liked || !alike || !other) throw new Error('three memes')
    for (const [meme, first] of [
      [liked, 1],
      [alike, 0.95],
      [other, 0.1],
    ] as const)
      await sql`insert into meme_vectors (meme_id, visual, visual_version) values (${meme.id}, ${vector(first)}::vector, 1)`.execute(
        app.db,
      )
    await compareNewMemes(app.deps)
    const shared = of(6)[4]
    if (!shared) throw new Error('a meme')
    for (let fan = 0; fan < 4; fan += 1) {
      const { token } = await buildMember(app)
      await act(liked.id, 'like', { token })
      await act(shared.id, 'like', { token })
      // Likes by others show that these four share a taste, rather than popular memes.
      const stranger = await buildMember(app)
      for (const meme of of(4).slice(0, 2)) await act(meme.id, 'like', { token: stranger.token })
    }
    // Equal popularity, so that only similarity can bring these memes in.
    await app.db.updateTable('meme_stats').set({ view_count: 60, like_count: 10 }).execute()
    await relateByTaste(app.deps, new Date(0))
    const { token } = await buildMember(app)
    await act(liked.id, 'like', { token })
    const { shown } = await feed({ token, limit: 20 })
    expect(shown.find((meme) => meme._id === alike.id)?.reason).toBe('similar')
    expect(shown.find((meme) => meme._id === shared.id)?.reason).toBe('taste')
    expect(idsOf(shown).slice(0, 4)).toEqual(expect.arrayContaining([alike.id, shared.id]))
    expect(idsOf(shown)).not.toContain(liked.id)
    const templates = await app.db.selectFrom('meme_templates').selectAll().orderBy('meme_id').execute()
    const templateOf = (id: string) => templates.find((row) => row.meme_id === id)?.template_id
    expect(templateOf(alike.id)).toBe(templateOf(liked.id))
    expect(templateOf(other.id)).toBeDefined()
    expect(templateOf(other.id)).not.toBe(templateOf(liked.id))
  })

  test('sees memes of followed people', async () => {
    const { token } = await buildMember(app)
    await app.call('POST', `/users/${creators[4]?.user.id}/follow`, { token })
    const { shown } = await feed({ token })
    expect(shown[0]).toMatchObject({ userId: creators[4]?.user.id, reason: 'following' })
  })

  test('sees disliked creators and templates only after everything else', async () => {
    const { token } = await buildMember(app)
    const [disliked, sameTemplate] = [of(1)[0], of(3)[0]]
    if (!disliked || !sameTemplate) throw new Error('two memes')
    await app.db.insertInto('templates').values({ id: disliked.id }).execute()
    await app.db
      .insertInto('meme_templates')
      .values(
        [disliked, sameTemplate].map((meme) => ({ meme_id: meme.id, template_id: disliked.id, visual_version: 1 })),
      )
      .execute()
    await act(disliked.id, 'dislike', { token })
    const { shown } = await feed({ token, limit: 100 })
    expect(shown).toHaveLength(memes.length)
    const sunk = shown.slice(-(MEMES_EACH + 1))
    expect(new Set(idsOf(sunk))).toEqual(new Set([...of(1), sameTemplate].map((meme) => meme.id)))
  })

  test('sees the best memes again after reopening the page, but not the seen ones', async () => {
    const { token } = await buildMember(app)
    const best = [0, 1, 2, 3, 4].flatMap((creator) =>
      of(creator)
        .slice(0, 3)
        .map((meme) => meme.id),
    )
    await app.db.updateTable('meme_stats').set({ view_count: 100, like_count: 10 }).execute()
    await app.db.updateTable('meme_stats').set({ like_count: 80 }).where('meme_id', 'in', best).execute()
    for (let visit = 0; visit < 3; visit += 1)
      expect(new Set(idsOf((await feed({ token, limit: 15 })).shown))).toEqual(new Set(best))
    const viewed = best.slice(0, 10)
    expect((await see(token, viewed)).status).toBe(200)
    const next = idsOf((await feed({ token, limit: 15 })).shown)
    expect(next.filter((id) => viewed.includes(id))).toEqual([])
    expect(next).toEqual(expect.arrayContaining(best.slice(10)))
    await app.db.updateTable('meme_stats').set({ view_count: 60, like_count: 10 }).execute()
  })

  test('sees unseen memes of an earlier page a little later', async () => {
    const { user, token } = await buildMember(app)
    await app.db.updateTable('meme_stats').set({ view_count: 60, like_count: 10 }).execute()
    const unseen = of(2)[0]?.id ?? ''
    await app.db
      .insertInto('feed_pages')
      .values({ id: newId(), visit_id: newId(), page: 1, user_id: user.id, meme_ids: [unseen], reasons: ['popular'] })
      .execute()
    const others = of(2).map((meme) => meme.id)
    const shown = idsOf((await feed({ token, limit: 100 })).shown).filter((id) => others.includes(id))
    expect(shown.slice(3)).toContain(unseen)
  })

  test('sees memes seen within 30 days only when nothing else is left', async () => {
    const { user, token } = await buildMember(app)
    const first = idsOf((await feed({ token, limit: 20 })).shown)
    await see(token, first)
    const second = idsOf((await feed({ token, limit: 20 })).shown)
    expect(second.filter((id) => first.includes(id))).toEqual([])
    await see(token, second)
    const all = idsOf((await feed({ token, limit: 100 })).shown)
    expect(new Set(all).size).toBe(memes.length)
    expect(new Set(all.slice(-40))).toEqual(new Set([...first, ...second]))
    await see(token, all)
    await app.db
      .updateTable('feed_seen')
      .set({ seen_at: new Date(Date.now() - 31 * DAY_MS) })
      .where('user_id', '=', user.id)
      .where('meme_id', 'in', first)
      .execute()
    const later = idsOf((await feed({ token, limit: 20 })).shown)
    expect(new Set(later)).toEqual(new Set(first))
  })

  test('sees memes in their own language first', async () => {
    const vietnamese = of(7).map((meme) => meme.id)
    await app.db.updateTable('memes').set({ language: 'en' }).execute()
    await changeMemes(app.db, vietnamese, { language: 'vi' })
    const { token } = await buildMember(app, { contentLanguage: 'vi' })
    expect(vietnamese).toContain(idsOf((await feed({ token })).shown)[0])
    await app.db.updateTable('memes').set({ language: null }).execute()
  })
})

describe('a visitor', () => {
  test('sees more like the memes opened and copied in this visit', async () => {
    const first = await feed({ agent: 'curious', limit: 8 })
    const shownOf = (userId: string) => first.shown.filter((meme) => meme.userId === userId).length
    const chosen = first.shown.toSorted((a, b) => shownOf(a.userId) - shownOf(b.userId))[0]
    if (!chosen) throw new Error('a meme')
    const room = 3 - shownOf(chosen.userId)
    expect(room).toBeGreaterThan(0)
    await act(chosen._id, 'view', { agent: 'curious' })
    await act(chosen._id, 'copy', { agent: 'curious' })
    const mine = await feed({ agent: 'curious', limit: 8, cursor: first.next })
    expect(mine.shown.slice(0, room).every((meme) => meme.userId === chosen.userId)).toBe(true)
    expect(mine.shown[0]?.reason).toBe('similar')
  })

  test('is not recognized from an earlier visit', async () => {
    const first = await feed({ agent: 'forgetful', limit: 8 })
    const chosen = first.shown[0]
    if (!chosen) throw new Error('a meme')
    await act(chosen._id, 'copy', { agent: 'forgetful' })
    // Make the action clearly older than the next visit, whatever the clock's resolution.
    await app.db.updateTable('actions').set({ at: sql`at - interval '1 second'` }).execute()
    const again = await feed({ agent: 'forgetful', limit: 8 })
    const next = await feed({ agent: 'forgetful', limit: 8, cursor: again.next })
    expect(next.shown.every((meme) => meme.reason !== 'similar')).toBe(true)
  })
})
