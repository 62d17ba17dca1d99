import { expect, test } from 'vitest'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { visitorIn } from '../../../platform/viewer.ts'
import { type Candidate, listMemes } from './list-memes.ts'

const LIMIT = 2
/** The first request of a page, and four refills. */
const ASKED_MAX = 5

const app = await appForFile()
const { user } = await buildMember(app)
/** In the order of the list. */
const ids: string[] = []
for (let index = 0; index < 12; index += 1) ids.push((await buildMeme(app, { user })).id)

async function show(shown: number[]): Promise<void> {
  const live = shown.map((index) => ids[index] as string)
  await app.db.updateTable('memes').set({ status: 'hidden' }).execute()
  await changeMemes(app.db, live, { status: 'ready' })
}

/** Reads a page from a source that applies no rule, and records the number of requested candidates. */
async function page(from?: string) {
  const asked: number[] = []
  const source = async (after: Candidate | undefined, limit: number) => {
    asked.push(limit)
    const start = after === undefined ? 0 : ids.indexOf(after.id) + 1
    return ids.slice(start, start + limit).map((id) => ({ id }))
  }
  const { memes, hasNext, nextCursor } = await listMemes(app.deps, visitorIn('en'), {
    scope: 'offered',
    limit: LIMIT,
    from: from === undefined ? undefined : { id: from },
    source,
    cursorOf: ({ id }) => id,
  })
  return { shown: memes.map(({ _id }) => ids.indexOf(_id)), hasNext, nextCursor, asked }
}

test('a page that the filter shortened is filled with the following memes, in order', async () => {
  await show([1, 4, 5])
  expect(await page()).toEqual({ shown: [1, 4], hasNext: true, nextCursor: ids[4], asked: [3, 2, 2, 2] })
  expect((await page(ids[4])).shown).toEqual([5])
})

test('a source is asked a bounded number of times; the cursor continues behind the last candidate', async () => {
  await show([10, 11])
  const first = await page()
  expect(first).toMatchObject({ shown: [], hasNext: true, nextCursor: ids[ASKED_MAX * LIMIT - 1] })
  expect(first.asked).toHaveLength(ASKED_MAX)
  expect(await page(first.nextCursor ?? '')).toMatchObject({ shown: [10, 11], hasNext: false, nextCursor: null })
})

test('the end of the source ends the list, even if the page is short', async () => {
  await show([0])
  expect(await page(ids[9])).toMatchObject({ shown: [], hasNext: false, nextCursor: null, asked: [3] })
})
