import { describe, expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { reindex } from './reindex.ts'

const app = await appForFile({ ocr: 'full' })
const member = await buildMember(app)

const box = { x: 0.05, y: 0.05, width: 0.9, height: 0.3 }
const search = (q: string) => app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}`)
const idsOf = async (q: string) => (await search(q)).body.data.map(({ _id }: { _id: string }) => _id)
const send = async (text: string, captions?: string) =>
  app.call('POST', '/meme', {
    token: member.token,
    ...multipart([
      ...(captions === undefined ? [] : [{ name: 'captions', value: captions }]),
      { name: 'image', value: await captionedPicture({ text, seed: text }), fileName: 'IMG_1.png' },
    ]),
  })
const upload = async (text: string, captions?: string) => {
  const answer = await send(text, captions)
  expect(answer.status).toBe(201)
  return answer.body.data._id as string
}
const found = (q: string, id: string) => expect.poll(() => idsOf(q), { timeout: 25_000, interval: 200 }).toContain(id)
const imageText = async (id: string) => (await app.call('GET', `/meme/${id}`)).body.data.imageText

describe('words in a picture', () => {
  test('are found soon after the upload, in both languages, with their boxes', async () => {
    const english = await upload('NOBODY TOLD ME\nTHE COFFEE IS COLD')
    const vietnamese = await upload('NHÀ XA LẮM\nCÀ PHÊ SỮA')
    await found('coffee cold', english)
    await found('nha xa lam', vietnamese)
    expect(await imageText(vietnamese)).toBe('NHÀ XA LẮM CÀ PHÊ SỮA')
    const [hit] = (await search('told')).body.data
    expect(hit).toMatchObject({ _id: english, matched: ['imageText'] })
    const [box] = hit.boxes
    expect(box.text.toLowerCase()).toBe('told')
    for (const edge of [box.x, box.y, box.x + box.width, box.y + box.height]) {
      expect(edge).toBeGreaterThanOrEqual(0)
      expect(edge).toBeLessThanOrEqual(1)
    }
    expect(await imageText(english)).toMatch(/nobody told me/i)

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

test('typed words are found at once, and after reading only the drawn ones', async () => {
  const id = await upload('GIRAFFE BREAKFAST', JSON.stringify([{ text: 'GIRAFFE BREAKFAST CASINO', ...box }]))
  expect(await idsOf('giraffe breakfast')).toContain(id)
  await expect.poll(() => imageText(id), { timeout: 25_000, interval: 200 }).toBe('GIRAFFE BREAKFAST')
  expect(await idsOf('casino')).not.toContain(id)
})

test.each([
  ['no JSON', 'not json'],
  ['no list', '{"text":"x"}'],
  ['too many', JSON.stringify(Array.from({ length: 21 }, () => ({ text: 'x', ...box })))],
  ['too long', JSON.stringify([{ text: 'x'.repeat(501), ...box }])],
  ['NUL', JSON.stringify([{ text: 'a\u0000b', ...box }])],
  ['no box', JSON.stringify([{ text: 'a' }])],
])('rejects captions that are %s', async (what, captions) => {
  const answer = await send(`REFUSED ${what}`, captions)
  expect([answer.status, answer.body.errors?.[0]?.path.startsWith('captions')]).toEqual([400, true])
})
