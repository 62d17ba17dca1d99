import { describe, expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { reindex } from './reindex.ts'

const app = await appForFile({ ocr: 'full' })
const member = await buildMember(app)

const search = (q: string) => app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}`)
const upload = async (text: string) => {
  const bytes = await captionedPicture({ text, seed: text })
  const answer = await app.call('POST', '/meme', {
    token: member.token,
    ...multipart([{ name: 'image', value: bytes, fileName: 'IMG_1.png' }]),
  })
  expect(answer.status).toBe(201)
  return answer.body.data._id as string
}
const found = (q: string, id: string) =>
  expect
    .poll(async () => (await search(q)).body.data.map(({ _id }: { _id: string }) => _id), {
      timeout: 25_000,
      interval: 200,
    })
    .toContain(id)

describe('words in a picture', () => {
  test('are found soon after the upload, in both languages, with their boxes', async () => {
    const english = await upload('NOBODY TOLD ME\nTHE COFFEE IS COLD')
    const vietnamese = await upload('NHÀ XA LẮM\nCÀ PHÊ SỮA')
    await found('coffee cold', english)
    await found('nha xa lam', vietnamese)
    expect((await app.call('GET', `/meme/${vietnamese}`)).body.data.imageText).toBe('NHÀ XA LẮM CÀ PHÊ SỮA')
    const [hit] = (await search('told')).body.data
    expect(hit).toMatchObject({ _id: english, matched: ['imageText'] })
    const [box] = hit.boxes
    expect(box.text.toLowerCase()).toBe('told')
    for (const edge of [box.x, box.y, box.x + box.width, box.y + box.height]) {
      expect(edge).toBeGreaterThanOrEqual(0)
      expect(edge).toBeLessThanOrEqual(1)
    }
    expect((await app.call('GET', `/meme/${english}`)).body.data.imageText).toMatch(/nobody told me/i)

    // A match by name also highlights the same words in the picture.
    const body = { name: 'Told too late', description: '' }
    expect((await app.call('PATCH', `/meme/${english}`, { token: member.token, body })).status).toBe(200)
    const [named] = (await search('told')).body.data
    expect(named).toMatchObject({ _id: english, matched: ['name'], boxes: [box] })
  })

  test('of a whole library are read by reindex, and a second run finds nothing to do', async () => {
    const bytes = await captionedPicture({ text: 'PIZZA ARRIVES\nBEFORE FRIENDS', seed: 'library' })
    const meme = await buildMeme(app, { user: member.user, bytes })
    await withTransaction(app.db, (tx) => tx.deleteFrom('meme_vectors').where('meme_id', '=', meme.id).execute())
    const steps: number[] = []
    const first = await reindex(app.deps, ({ done }) => steps.push(done))
    expect(first).toEqual({ done: 1, failed: 0, total: 1 })
    expect(steps).toEqual([0, 1])
    expect((await search('pizza friends')).body.data[0]._id).toBe(meme.id)
    expect(await reindex(app.deps, () => {})).toEqual({ done: 0, failed: 0, total: 0 })
  })
})
