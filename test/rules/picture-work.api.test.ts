import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { CAPTIONS_DRAWN_MAX_CHARS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import { storePictureWords } from '#server/domains/search/indexing/text-queries.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { type BuiltMember, buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { animatedGif } from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'

const AT_ONCE = 55
const SHARED_MEMES = 40
const SMALL = { width: 96, height: 72 }
const SHARE_PICTURE = `GET ${PAGES.meme}/share.jpg`

const memes: string[] = []

const app = await appForFile()
const { user } = await buildMember(app)
for (const text of ['FIRST', 'SECOND ONE']) {
  const bytes = await captionedPicture({ seed: 'badger', text })
  const { id } = await buildMeme(app, { user, name: 'badger', bytes })
  memes.push(id)
  const words = [{ text: 'WORD', x: 0, y: 0, width: 1, height: 0.4 }]
  await withTransaction(app.db, (tx) => storePictureWords(tx, id, words, 1))
}
await compareNewMemes(app.deps)
const template = (await app.call('GET', `/meme/${memes[0]}`)).body.data.templateId
while (memes.length < SHARED_MEMES) memes.push((await buildMeme(app, { user })).id)
const moving = await animatedGif()

type Sent = Pick<InjectOptions, 'url' | 'payload' | 'headers'> & { method: 'GET' | 'POST' | 'PUT' }

const captions = Array.from({ length: 4 }, () => ({
  text: 'x'.repeat(CAPTIONS_DRAWN_MAX_CHARS / 4 - 10),
  x: 0.1,
  y: 0.1,
  width: 0.8,
  height: 0.3,
}))
const file = (name: string, value: Buffer) => ({ name, value, fileName: 'a.png' })
const form = async (url: string, field: string, method: 'POST' | 'PUT' = 'POST'): Promise<Sent> => ({
  method,
  url: `/api${url}`,
  ...multipart([file(field, await randomPicture(unique(), SMALL)), { name: 'displayName', value: 'Lan' }]),
})

/** A request of each call that processes pictures synchronously; repeated requests differ (by `nth`) if possible. */
const REQUESTS: Record<string, (nth: number) => Sent | Promise<Sent>> = {
  'POST /meme': () => form('/meme', 'image'),
  'POST /meme/bulk': () => form('/meme/bulk', 'images'),
  'POST /vector-search/image': () => form('/vector-search/image', 'image'),
  'POST /template/match': () => form('/template/match', 'image'),
  'PUT /users/me/profile': () => form('/users/me/profile', 'avatar', 'PUT'),
  'PUT /admin/logo': () => form('/admin/logo', 'logo', 'PUT'),
  'GET /template/{id}/picture': () => ({ method: 'GET', url: `/api/template/${template}/picture` }),
  'POST /template/{id}/render': (nth) => ({
    method: 'POST',
    url: `/api/template/${template}/render`,
    payload: { captions: captions.map((caption) => ({ ...caption, text: `${nth}${caption.text}` })) },
  }),
  'POST /captions/render': () => ({
    method: 'POST',
    url: '/api/captions/render',
    ...multipart([file('image', moving), { name: 'captions', value: JSON.stringify(captions) }]),
  }),
  [SHARE_PICTURE]: (nth) => ({ method: 'GET', url: `/meme/${memes[nth % memes.length]}/share.jpg` }),
}

const processesPictures = (call: CallShape) => call.files !== undefined || call.failures?.includes('image.busy')
const KEYS = [...Object.entries(calls).flatMap(([key, call]) => (processesPictures(call) ? [key] : [])), SHARE_PICTURE]

const send = (member: BuiltMember, { headers, ...sent }: Sent): Promise<LightMyRequestResponse> =>
  app.app.inject({ ...sent, headers: { ...headers, authorization: `Bearer ${member.token}` } })

test('every call that processes pictures is tested below', () => {
  expect(Object.keys(REQUESTS).sort()).toEqual([...KEYS].sort())
})

test.each(KEYS)('sending %s 55 times at once does not block uploads of others', async (key) => {
  const greedy = await buildMember(app, key.includes('/admin/') ? { role: 'admin' } : {})
  const others = await Promise.all(Array.from({ length: 3 }, () => buildMember(app)))
  const uploads = await Promise.all(others.map(() => form('/meme', 'image')))
  const requests = await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => REQUESTS[key]?.(nth) as Sent))

  const flood = requests.map((request) => send(greedy, request))
  await Promise.race(flood)
  const made = await Promise.all(uploads.map((upload, nth) => send(others[nth] as BuiltMember, upload)))
  expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])

  const answers = await Promise.all(flood)
  expect(answers.some(({ statusCode }) => statusCode < 300)).toBe(true)
  for (const { statusCode, headers } of answers.filter(({ statusCode: status }) => status >= 300))
    expect([statusCode, Number(headers['retry-after'])]).toEqual([503, expect.toSatisfy((wait) => wait >= 1)])
})
