import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { lowestId } from '#server/platform/db/id.ts'
import { buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { saveTemplates } from '../templates/group-queries.ts'
import { compareNewMemes } from './relate-memes.ts'
import { findUncompared } from './relate-queries.ts'

const app = await appForFile()
const id = (await buildMeme(app)).id

const uncompared = () => findUncompared(app.db, lowestId(0), 10)
const measure = (version: number, visual: string | null = `[1${',0'.repeat(255)}]`) =>
  sql`insert into meme_vectors (meme_id, visual, visual_version) values (${id}, ${visual}::vector, ${version})
    on conflict (meme_id) do update set visual = excluded.visual, visual_version = excluded.visual_version`.execute(
    app.db,
  )

test('a meme is due for comparison once it is measured, until it is compared', async () => {
  await measure(7)
  expect(await uncompared()).toEqual([{ id, version: 7 }])
  await compareNewMemes(app.deps)
  expect(await uncompared()).toEqual([])
  await measure(7)
  expect(await uncompared()).toEqual([])
})

test('a meme measured again is compared again, even if an older comparison ends meanwhile', async () => {
  await measure(8)
  await measure(9)
  const { template_id: templateId } = await app.db
    .selectFrom('meme_templates')
    .select('template_id')
    .where('meme_id', '=', id)
    .executeTakeFirstOrThrow()
  await withTransaction(app.db, (tx) => saveTemplates(tx, [{ id, version: 8, templateId }]))
  expect(await uncompared()).toEqual([{ id, version: 9 }])
  await compareNewMemes(app.deps)
  expect(await uncompared()).toEqual([])
})

test('a meme that lost its template is compared again', async () => {
  await app.db.deleteFrom('meme_templates').where('meme_id', '=', id).execute()
  expect(await uncompared()).toEqual([{ id, version: 9 }])
})

test('a picture that cannot be measured is not compared', async () => {
  await measure(10, null)
  expect(await uncompared()).toEqual([])
})

test('deleting a meme removes its pending comparison', async () => {
  await measure(11)
  await compareNewMemes(app.deps)
  await measure(12)
  await app.db.deleteFrom('memes').where('id', '=', id).execute()
  expect(await app.db.selectFrom('uncompared_memes').selectAll().execute()).toEqual([])
})
