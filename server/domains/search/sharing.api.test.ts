import { expect, test } from 'vitest'
import type { Viewer } from '#server/platform/viewer.ts'
import { buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { findSimilarSource } from './likeness/queries.ts'
import { findSharing } from './queries.ts'
import { TOP_MEMES_PER_TAG } from './rules.ts'

const VISITOR: Viewer = { kind: 'visitor', language: 'en', address: '', userAgent: '' }

const app = await appForFile()

test('memes that share a tag are its newest, or its best once its list is full', async () => {
  const tagged = async (tag: string) => {
    const { id } = await buildMeme(app)
    await changeMemes(app.db, id, { tags: [tag] })
    return id
  }
  const [few, best, newest, otherFew] = [
    await tagged('few'),
    await tagged('many'),
    await tagged('many'),
    await tagged('few'),
  ]
  const sharing = async (id: string) => {
    const own = await findSimilarSource(app.db, VISITOR, id)
    if (!own) throw new Error('no meme')
    const found = await findSharing(app.db, VISITOR, { ...own, words: ['nothing'] }, 10)
    return found.map((meme) => meme.id).sort()
  }
  await app.db.insertInto('top_memes_by_tag').values({ tag: 'many', rank: 1, meme_id: best }).execute()
  expect(await sharing(best)).toEqual([best, newest])
  expect(await sharing(few)).toEqual([few, otherFew])
  await app.db.insertInto('top_memes_by_tag').values({ tag: 'many', rank: TOP_MEMES_PER_TAG, meme_id: best }).execute()
  expect(await sharing(newest)).toEqual([best])
  expect(await sharing(few)).toEqual([few, otherFew])
})
