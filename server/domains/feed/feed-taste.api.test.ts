import { expect, test } from 'vitest'
import { newId } from '#server/platform/db/id.ts'
import { type BuiltMember, buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { relateByTaste } from './relate-memes.ts'

const app = await appForFile()

const DAY_MS = 86_400_000
const EACH = 8
const someBy = ({ user }: BuiltMember) =>
  Promise.all(
    Array.from({ length: EACH }, (_, index) =>
      buildMeme(app, { user, createdAt: new Date(Date.now() - (60 + index) * DAY_MS) }),
    ),
  )
const act = (memeId: string, action: 'like', { token }: { token: string }) =>
  app.call('POST', '/user-action', { token, body: { memeId, action, active: true } })

test('sees fewer memes like the ignored ones, and the best of a liked tag', async () => {
  const passed = await someBy(await buildMember(app))
  const tagged = await someBy(await buildMember(app))
  await someBy(await buildMember(app))
  const setTags = (memeIds: string[], tags: string[]) => changeMemes(app.db, memeIds, { tags })
  await setTags(
    tagged.map((meme) => meme.id),
    ['cats'],
  )
  await setTags(
    passed.map((meme) => meme.id),
    ['dogs'],
  )
  const best = tagged.slice(0, 2).map((meme) => meme.id)
  await app.db.updateTable('meme_stats').set({ view_count: 100, like_count: 10 }).execute()
  await app.db.updateTable('meme_stats').set({ like_count: 40 }).where('meme_id', 'in', best).execute()
  const fan = await buildMember(app)
  await act(tagged[3]?.id ?? '', 'like', { token: fan.token })
  await relateByTaste(app.deps, new Date(0))

  const { user, token } = await buildMember(app)
  // One of their pages: dogs, with the cat that they liked below.
  const shown = [...passed.slice(0, 5), tagged[4]].map((meme) => meme?.id ?? '')
  const visit = newId()
  await app.db
    .insertInto('feed_pages')
    .values({
      id: newId(),
      visit_id: visit,
      page: 1,
      user_id: user.id,
      meme_ids: shown,
      reasons: shown.map(() => 'popular'),
    })
    .execute()
  await act(tagged[4]?.id ?? '', 'like', { token })
  const answer = await app.call('GET', '/recommendation-feed?limit=100', { token })
  const all = answer.body.data.recommendations.map((meme: { _id: string }) => meme._id)
  expect(all.slice(0, 2).toSorted()).toEqual(best.toSorted())
  // Three of each creator come first: the cats, and unknown creators before skipped ones.
  const dogs = passed.map((meme) => meme.id)
  expect(all.slice(0, 6).filter((id: string) => dogs.includes(id))).toEqual([])
  expect(all.slice(6, 9).filter((id: string) => dogs.includes(id))).toHaveLength(3)
})

test('sees untagged memes by creators of a kind that they like', async () => {
  const [frogs, liked, plain] = [
    await someBy(await buildMember(app)),
    await someBy(await buildMember(app)),
    await someBy(await buildMember(app)),
  ]
  const shown = frogs.slice(0, 6).map((meme) => meme.id)
  const untold = frogs.slice(6).map((meme) => meme.id)
  await changeMemes(app.db, [...shown, ...liked.map((meme) => meme.id)], { tags: ['frogs'] })
  await app.db.updateTable('meme_stats').set({ view_count: 100, like_count: 10 }).execute()
  const fan = await buildMember(app)
  await act(shown[0] ?? '', 'like', fan)
  await relateByTaste(app.deps, new Date(0))

  const { user, token } = await buildMember(app)
  for (const meme of liked) await act(meme.id, 'like', { token })
  const seen = [...shown, ...liked.map((meme) => meme.id)]
  await app.db
    .insertInto('feed_seen')
    .values(seen.map((meme_id) => ({ user_id: user.id, meme_id })))
    .execute()
  const answer = await app.call('GET', '/recommendation-feed?limit=100', { token })
  const order = answer.body.data.recommendations.map((meme: { _id: string }) => meme._id) as string[]
  const last = Math.max(...untold.map((id) => order.indexOf(id)))
  expect(Math.min(...untold.map((id) => order.indexOf(id)))).toBeGreaterThanOrEqual(0)
  expect(plain.every((meme) => order.indexOf(meme.id) > last)).toBe(true)
})
