import { beforeEach, expect, test } from 'vitest'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { untilBlocked } from '#test/until-blocked.ts'
import { TOP_MEMES_PER_TAG } from '../search/rules.ts'
import { relateByTaste } from './relate-memes.ts'
import {
  findApproved,
  findTagsToRank,
  markRelated,
  replaceNeighbors,
  replaceTopMemesByTag,
  saveAlike,
} from './relate-queries.ts'

const HOUR_MS = 3_600_000
const TAG = 'otters'

let [id, other] = ['', '']
const app = await appForFile()
id = (await buildMeme(app)).id
other = (await buildMeme(app)).id
await changeMemes(app.db, id, { tags: [TAG] })
beforeEach(async () => {
  for (const table of ['actions', 'related_memes', 'meme_neighbours', 'top_memes_by_tag'] as const)
    await app.db.deleteFrom(table).execute()
})

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
const due = () => findApproved(app.db, ago(1), 10)
const note = () => withTransaction(app.db, (tx) => markRelated(tx, [id]))
const haveLikes = (likes: number) =>
  app.db.updateTable('meme_stats').set({ like_count: likes }).where('meme_id', '=', id).execute()
const like = (viewer: string, memeId = id) =>
  app.db
    .insertInto('actions')
    .values({ id: newId(), meme_id: memeId, viewer_key: viewer, action: 'like', delta: 1 })
    .execute()

test('neighbors are recomputed after a tenth more fans', async () => {
  await haveLikes(50)
  await like('somebody')
  expect(await due()).toEqual([id])
  await note()
  expect(await due()).toEqual([])
  await haveLikes(54)
  expect(await due()).toEqual([])
  await haveLikes(55)
  expect(await due()).toEqual([id])
})

test('a popular meme needs a tenth of the examined fans', async () => {
  await haveLikes(5000)
  await like('somebody')
  await note()
  await haveLikes(5009)
  expect(await due()).toEqual([])
  await haveLikes(5010)
  expect(await due()).toEqual([id])
})

test('neighbors are recomputed after a day', async () => {
  await like('somebody')
  await note()
  expect(await due()).toEqual([])
  await app.db
    .updateTable('related_memes')
    .set({ related_at: ago(25) })
    .execute()
  expect(await due()).toEqual([id])
})

test('a run leaves neighbors that would hardly change', async () => {
  const neighbors = () => app.db.selectFrom('meme_neighbours').select(['meme_id', 'neighbour_id']).execute()
  for (const fan of ['one', 'two', 'three']) {
    await like(fan)
    await like(fan, other)
  }
  // Simulate people who like many other memes.
  await app.db.updateTable('meme_stats').set({ like_count: 3, view_count: 1000 }).execute()
  const { id: third } = await buildMeme(app)
  await app.db.updateTable('meme_stats').set({ like_count: 500 }).where('meme_id', '=', third).execute()
  await relateByTaste(app.deps, ago(1))
  expect(await neighbors()).toEqual(
    expect.arrayContaining([
      { meme_id: id, neighbour_id: other },
      { meme_id: other, neighbour_id: id },
    ]),
  )
  await app.db.deleteFrom('meme_neighbours').where('meme_id', '=', id).execute()
  await relateByTaste(app.deps, ago(1))
  expect(await neighbors()).toEqual([{ meme_id: other, neighbour_id: id }])
  await app.db.updateTable('meme_stats').set({ like_count: 4 }).where('meme_id', '=', id).execute()
  await relateByTaste(app.deps, ago(1))
  expect(await neighbors()).toContainEqual({ meme_id: id, neighbour_id: other })
})

test('a tag’s list is ranked again within the hour only until it is full', async () => {
  expect(await findTagsToRank(app.db, [id, other])).toEqual([TAG])
  await withTransaction(app.db, (tx) => replaceTopMemesByTag(tx, [TAG]))
  expect(await findTagsToRank(app.db, [id])).toEqual([TAG])
  await app.db.insertInto('top_memes_by_tag').values({ tag: TAG, rank: TOP_MEMES_PER_TAG, meme_id: id }).execute()
  expect(await findTagsToRank(app.db, [id])).toEqual([])
  await app.db
    .updateTable('top_memes_by_tag')
    .set({ ranked_at: ago(2) })
    .execute()
  expect(await findTagsToRank(app.db, [id])).toEqual([TAG])
})

const writers: [string, (tx: Tx, doomed: string) => Promise<void>][] = [
  ['lookalikes', (tx, doomed) => saveAlike(tx, [id], [{ memeId: id, otherId: doomed, likeness: 0.9 }])],
  ['neighbors by taste', (tx) => replaceNeighbors(tx, [id], 2)],
  ['the best memes of a tag', (tx) => replaceTopMemesByTag(tx, [TAG])],
]
test.runIf(process.env.TEST_DATABASE_URL).each(writers)(
  'a meme deleted meanwhile leaves %s intact',
  async (_, write) => {
    const { id: doomed } = await buildMeme(app)
    await changeMemes(app.db, doomed, { tags: [TAG] })
    await app.db.updateTable('meme_stats').set({ like_count: 1 }).where('meme_id', 'in', [id, doomed]).execute()
    for (const meme of [id, doomed]) await like('fan', meme)
    const { writing } = await withTransaction(app.db, async (tx) => {
      await tx.deleteFrom('memes').where('id', '=', doomed).execute()
      const writing = withTransaction(app.db, (other) => write(other, doomed))
      await untilBlocked(app.db)
      return { writing }
    })
    await writing
  },
)
