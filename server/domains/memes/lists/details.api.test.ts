import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { visitorIn } from '../../../platform/viewer.ts'
import { showMemes } from './list-memes.ts'

const app = await appForFile()
const { user } = await buildMember(app)
const id = (await buildMeme(app, { user, name: 'first' })).id

// Use the engine's database: the one for tests empties the caches after writes.
const shown = async (db = app.deps.db) =>
  (await showMemes({ db, caches: app.deps.caches }, visitorIn('en'), 'opened', [id]))[0]

/** One write to each table with details, without a change notification. */
const writes = {
  memes: sql`update memes set name = name || '+' where id = (select id from memes limit 1)`,
  meme_texts: sql`insert into meme_texts (meme_id, picture_text) select id, 'read' from memes
    on conflict (meme_id) do update set picture_text = coalesce(meme_texts.picture_text, '') || '+'`,
}

for (const [table, write] of Object.entries(writes))
  test(`a write to ${table} shows at once, even without a change notification`, async () => {
    const before = await shown()
    expect(await shown()).toEqual(before)
    await write.execute(app.deps.db)
    const after = await shown()
    expect(after).not.toEqual(before)
    app.deps.caches.clear()
    expect(await shown()).toEqual(after)
  })

test('two writes of one transaction show, and those of a transaction that fails do not', async () => {
  const before = await shown()
  const work = (isGood: boolean) =>
    withTransaction(app.deps.db, async (tx) => {
      for (const part of ['one', 'two']) {
        await sql`update memes set name = ${part} where id = ${id}`.execute(tx)
        expect((await shown(tx))?.name).toBe(part)
      }
      if (!isGood) throw new Error('undo')
    })
  await expect(work(false)).rejects.toThrow('undo')
  expect(await shown()).toEqual(before)
  await work(true)
  expect((await shown())?.name).toBe('two')
})

test('a page reads no details that are in memory', async () => {
  await shown()
  const figures = () => app.deps.caches.figures().get('meme-details')
  const before = figures()
  await shown()
  expect(figures()).toEqual({ ...before, hits: (before?.hits ?? 0) + 1 })
})
