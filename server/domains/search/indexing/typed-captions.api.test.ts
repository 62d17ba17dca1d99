import { expect, test } from 'vitest'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'

const app = await appForFile({ ocr: 'full' })
const member = await buildMember(app)

const box = { x: 0.05, y: 0.05, width: 0.9, height: 0.3 }
const upload = async (drawn: string, captions: unknown) =>
  app.call('POST', '/meme', {
    token: member.token,
    ...multipart([
      { name: 'captions', value: typeof captions === 'string' ? captions : JSON.stringify(captions) },
      { name: 'image', value: await captionedPicture({ text: drawn, seed: drawn }), fileName: 'a.png' },
    ]),
  })
const imageText = async (id: string) => (await app.call('GET', `/meme/${id}`)).body.data.imageText
const found = async (q: string) =>
  (await app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}`)).body.data.map(
    ({ _id }: { _id: string }) => _id,
  )

test('typed words are found at once, and after reading only the drawn ones', async () => {
  const answer = await upload('GIRAFFE BREAKFAST', [{ text: 'GIRAFFE BREAKFAST CASINO', ...box }])
  expect(answer.status).toBe(201)
  const id = answer.body.data._id
  expect(await found('giraffe breakfast')).toContain(id)
  await expect.poll(() => imageText(id), { timeout: 25_000, interval: 200 }).toBe('GIRAFFE BREAKFAST')
  expect(await found('casino')).not.toContain(id)
})

test.each([
  ['no JSON', 'not json'],
  ['no list', '{"text":"x"}'],
  ['too many', JSON.stringify(Array.from({ length: 21 }, () => ({ text: 'x', ...box })))],
  ['too long', JSON.stringify([{ text: 'x'.repeat(501), ...box }])],
  ['NUL', JSON.stringify([{ text: 'a\u0000b', ...box }])],
  ['no box', JSON.stringify([{ text: 'a' }])],
])('rejects captions that are %s', async (what, captions) => {
  const answer = await upload(`REFUSED ${what}`, captions)
  expect([answer.status, answer.body.errors?.[0]?.path.startsWith('captions')]).toEqual([400, true])
})
