import { expect, test, vi } from 'vitest'
import { PICTURE_MEDIUM_WIDTH_PX, WEBP_MAX_SIDE_PX } from '#contract/limits.ts'
import { fitInside } from '#server/platform/images/encode.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { animatedGif } from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'
import { storedTotals } from '#test/stored-totals.ts'
import { removeMeme } from '../moderation/moderate.ts'
import { deleteOriginals } from './delete-originals.ts'

vi.setConfig({ testTimeout: 120_000 })

const DAY_MS = 86_400_000
const app = await appForFile()
const admin = await buildMember(app, { role: 'admin' })
const member = await buildMember(app)

const build = async (seed: string, days: number, [width, height] = [1600, 1201]) => {
  const bytes = await randomPicture(seed, { width, height })
  const createdAt = new Date(Date.now() - days * DAY_MS)
  return { bytes, ...(await buildMeme(app, { user: member.user, bytes, createdAt })) }
}
const pictureOf = async (id: string) => (await app.call('GET', `/meme/${id}`, { token: admin.token })).body.data.image
const status = async (path: string) => (await app.app.inject({ url: path })).statusCode
const setDays = async (originalsDays: number) =>
  expect((await app.call('PUT', '/admin/settings', { token: admin.token, body: { originalsDays } })).status).toBe(200)

test('originals of old still pictures are replaced by the medium size, which then is the download', async () => {
  const [old, young] = [await build('old', 31), await build('young', 29)]
  const strip = await build('strip', 31, [1200, 4000])
  const removed = await build('removed', 31)
  await removeMeme(app.deps, null, removed.id, 'Spam')
  const animation = await buildMeme(app, { user: member.user, bytes: await animatedGif(), createdAt: old.created_at })
  const before = await pictureOf(old.id)
  expect(await status(before.imageOrigin)).toBe(200)

  await deleteOriginals(app.deps)
  expect(await pictureOf(old.id)).toEqual(before)

  await setDays(30)
  await deleteOriginals(app.deps)
  const after = await pictureOf(old.id)
  const { width, height } = fitInside(before, { width: PICTURE_MEDIUM_WIDTH_PX, height: WEBP_MAX_SIDE_PX })
  expect(after).toEqual({ ...before, imageOrigin: before.imageMedium, mime: 'image/webp', width, height })
  expect(await status(after.imageOrigin)).toBe(200)
  expect(await status(before.imageOrigin)).toBe(404)
  expect(await pictureOf(strip.id)).toMatchObject({ width: 1080, height: 3600 })
  expect((await pictureOf(young.id)).mime).toBe('image/png')
  expect(await pictureOf(animation.id)).toMatchObject({ mime: 'image/gif', animated: true })
  const evidence = await app.db
    .selectFrom('memes')
    .innerJoin('blobs', 'blobs.key', 'memes.blob_origin')
    .select('key')
    .where('id', '=', removed.id)
    .execute()
  expect(evidence).toEqual([{ key: removed.blob_origin }])
  const { counted, real } = await storedTotals(app.db)
  expect(counted).toEqual(real)

  // The same file is still a duplicate.
  const again = await app.call('POST', '/meme', { token: member.token, ...pictureForm(old.bytes) })
  expect(again.body.code).toBe('meme.duplicate')
})
