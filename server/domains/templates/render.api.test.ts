import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Caption } from '#contract/templates/captions.ts'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import { storePictureWords } from '#server/domains/search/indexing/text-queries.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { fieldText } from '#server/platform/errors.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { animatedGif } from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'

const memes: string[] = []
const WIDTH = 600
const HEIGHT = 450
/** Captions at the top of two memes and in the middle of two others. */
const CAPTIONS = ['FIRST', 'SECOND ONE', '\n\n\n\nBELOW', '\n\n\n\nBELOW AS WELL']

const app = await appForFile()
const member = await buildMember(app)
for (const text of CAPTIONS) {
  const bytes = await captionedPicture({ seed: 'badger', text })
  memes.push((await buildMeme(app, { user: member.user, name: 'badger', bytes })).id)
}
await withTransaction(app.db, async (tx) => {
  for (const [index, meme] of memes.entries()) {
    const y = index < 2 ? 0 : 0.55
    await storePictureWords(tx, meme, [{ text: 'WORD', x: 0, y, width: 1, height: 0.4 }], 1)
  }
})
await compareNewMemes(app.deps)
const id = (await app.call('GET', `/meme/${memes[0]}`)).body.data.templateId

const inject = (method: 'GET' | 'POST', path: string, payload?: object) =>
  app.app.inject({
    method,
    url: `/api/template/${id}/${path}`,
    headers: { authorization: `Bearer ${member.token}` },
    ...(payload ? { payload } : {}),
  })
const pixelsOf = (bytes: Buffer) => sharp(bytes).resize(WIDTH, HEIGHT, { fit: 'fill' }).removeAlpha().raw().toBuffer()

/** Share of pixels that differ visibly. */
function differing(a: Buffer, b: Buffer): number {
  let count = 0
  for (let at = 0; at < a.length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) > 40)) count += 1
  return count / (a.length / 3)
}

const caption = (more: Partial<Caption> = {}) => ({
  text: 'Khi bạn nhận ra',
  x: 0.1,
  y: 0.1,
  width: 0.8,
  height: 0.3,
  ...more,
})

test('a template picture shows its memes without their captions', async () => {
  const answer = await inject('GET', 'picture')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'x-template-picture': 'clean' })
  const scene = await sharp(await randomPicture('badger', { width: WIDTH, height: HEIGHT }))
    .modulate({ brightness: 0.6 })
    .png()
    .toBuffer()
  expect(differing(await pixelsOf(answer.rawPayload), await pixelsOf(scene))).toBeLessThan(0.015)
})

test('draws captions with tone marks in their boxes, and the same call returns the same picture', async () => {
  const clean = await pixelsOf((await inject('GET', 'picture')).rawPayload)
  const answer = await inject('POST', 'render', { captions: [caption()] })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  const drawn = await pixelsOf(answer.rawPayload)
  let outside = 0
  let inside = 0
  for (let at = 0; at < drawn.length; at += 3) {
    if (Math.abs((drawn[at] ?? 0) - (clean[at] ?? 0)) <= 40) continue
    const [x, y] = [(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)]
    if (x > 0.07 * WIDTH && x < 0.93 * WIDTH && y > 0.07 * HEIGHT && y < 0.43 * HEIGHT) inside += 1
    else outside += 1
  }
  expect(inside).toBeGreaterThan(WIDTH * HEIGHT * 0.03)
  expect(outside).toBe(0)
  expect((await inject('POST', 'render', { captions: [caption()] })).rawPayload.equals(answer.rawPayload)).toBe(true)
})

test.each(['jpeg', 'webp'])('returns a picture as %s', async (format) => {
  const answer = await inject('POST', 'render', { captions: [], format })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, `image/${format}`])
  expect((await sharp(answer.rawPayload).metadata()).format).toBe(format)
})

test('draws an emoji and serves its picture', async () => {
  const answer = await inject('POST', 'render', { captions: [caption({ text: 'ok 😀' })] })
  expect(answer.statusCode).toBe(200)
  const drawn = await pixelsOf(answer.rawPayload)
  let yellow = 0
  for (let at = 0; at < drawn.length; at += 3)
    if ((drawn[at] ?? 0) > 240 && (drawn[at + 1] ?? 0) > 190 && (drawn[at + 2] ?? 0) < 100) yellow += 1
  expect(yellow).toBeGreaterThan(500)
  const picture = await app.app.inject({ method: 'GET', url: '/api/emoji/1f600' })
  expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=2592000',
  ])
  expect((await sharp(picture.rawPayload).metadata()).width).toBe(256)
})

test.each([
  ['1f600-1f600', 404],
  ['..%2f..%2fpackage', 400],
  ['1F600', 400],
  ['constructor', 400],
])('has no picture of the emoji %s', async (code, status) => {
  expect((await app.app.inject({ method: 'GET', url: `/api/emoji/${code}` })).statusCode).toBe(status)
})

test('names a character that the font lacks', async () => {
  for (const text of ['ok 👩‍🐙', 'مرحبا', 'שלום', '中文']) {
    const answer = await inject('POST', 'render', { captions: [caption({ text })] })
    expect([text, answer.statusCode, answer.json().code]).toEqual([text, 422, 'caption.unsupportedCharacters'])
    expect(answer.json().message).toContain([...text.replace('ok ', '')][0])
  }
})

test('draws decomposed tone marks like composed ones, and survives piles of marks', async () => {
  const draw = (text: string) => inject('POST', 'render', { captions: [caption({ text })] })
  const [together, apart] = [await draw('Tiếng Việt'.normalize('NFC')), await draw('Tiếng Việt'.normalize('NFD'))]
  expect([together.statusCode, apart.statusCode]).toEqual([200, 200])
  expect(apart.rawPayload.equals(together.rawPayload)).toBe(true)
  const heap = await draw(`a${'\u0301\u0323\u0335'.repeat(160)}`)
  expect([200, 422]).toContain(heap.statusCode)
})

test.each([
  ['too many captions', { captions: Array.from({ length: 21 }, () => caption()) }],
  ['a text that is too long', { captions: [caption({ text: 'x'.repeat(501) })] }],
  ['a box outside of the picture', { captions: [caption({ x: 5 })] }],
  ['an invalid color', { captions: [caption({ color: 'red"/><script>' })] }],
  ['no captions at all', {}],
])('returns 400 for %s', async (_what, body) => {
  expect((await inject('POST', 'render', body)).statusCode).toBe(400)
})

test('refuses too many letters with a message in both languages, for animations too', async () => {
  const five = Array.from({ length: 5 }, () => caption({ text: 'x'.repeat(401) }))
  const moving = multipart([
    { name: 'image', value: await animatedGif(), fileName: 'a.gif' },
    { name: 'captions', value: JSON.stringify(five) },
  ])
  for (const language of ['en', 'vi'] as const) {
    const { token } = member
    const headers = { 'accept-language': language }
    const still = await app.call('POST', `/template/${id}/render`, { token, headers, body: { captions: five } })
    const animated = await app.call('POST', '/captions/render', {
      token,
      payload: moving.payload,
      headers: { ...headers, ...moving.headers },
    })
    for (const { status, body } of [still, animated])
      expect([status, body.message]).toEqual([400, fieldText('captionsMaxLength', language)])
  }
  expect((await inject('POST', 'render', { captions: five.slice(1) })).statusCode).toBe(200)
})

test('draws the longest text', async () => {
  const long = { captions: [caption({ text: 'DÀI '.repeat(125), width: 0.05, height: 0.02 })] }
  expect((await inject('POST', 'render', long)).statusCode).toBe(200)
})

test('deleting a meme removes its pixels from the template picture', async () => {
  for (const meme of memes) await app.call('DELETE', `/meme/${meme}`, { token: member.token })
  const answers = [await inject('GET', 'picture'), await inject('POST', 'render', { captions: [] })]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
})
