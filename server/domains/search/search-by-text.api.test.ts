import { expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { forever } from '#test/caches.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { viewerOf } from '#test/feed-viewer.ts'
import { appForFile } from '#test/for-file.ts'
import { rewriteMemeTexts, storePictureWords } from './indexing/text-queries.ts'
import { searchWithPeople } from './search-by-text.ts'

const VISITOR: Viewer = { kind: 'visitor', language: 'en', address: '', userAgent: '' }

const app = await appForFile({}, { cacheAge: forever })
const owner = await buildMember(app)

const build = (name: string) => buildMeme(app, { user: owner.user, name })
async function read(id: string, text: string) {
  await withTransaction(app.db, async (tx) => {
    await storePictureWords(tx, id, [{ text, x: 0.1, y: 0.2, width: 0.3, height: 0.4 }], 1)
    await rewriteMemeTexts(tx, id)
  })
}

test('a search highlights the current words of a picture', async () => {
  const { id } = await build('Capybara "in" a bath')
  await build('Capybara again')
  const find = async (viewer: Viewer) => {
    const { memes } = await searchWithPeople(app.deps, viewer, { q: 'capybara orange', limit: 50 })
    return memes.find((meme) => meme._id === id)
  }
  for (const text of ['Orange', 'Oranges']) {
    await read(id, text)
    for (const viewer of [VISITOR, viewerOf(owner.user)])
      expect((await find(viewer))?.boxes).toEqual([{ text, x: 0.1, y: 0.2, width: 0.3, height: 0.4 }])
  }
})
