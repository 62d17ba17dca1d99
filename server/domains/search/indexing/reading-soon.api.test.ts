import { expect, test, vi } from 'vitest'
import { forever } from '#test/caches.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { photoLike } from '#test/pictures.ts'

const events: string[] = []
let letRead = () => {}
const app = await appForFile({ ocr: 'full' }, { cacheAge: forever })
const member = await buildMember(app)
const mayRead = new Promise<void>((resolve) => {
  letRead = resolve
})
app.deps.reader = {
  wake: () => void events.push('woken'),
  async read() {
    events.push('asked')
    await mayRead
    const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 }
    return ['quokkas', 'juggle'].map((text) => ({ text, confidence: 95, ...box }))
  },
  pauseFor: (work) => work(),
  close: async () => {},
}

const upload = (value: Buffer) =>
  app.call('POST', '/meme', {
    token: member.token,
    ...multipart([{ name: 'image', value, fileName: 'IMG_1.jpg' }]),
  })
const search = async (q: string): Promise<string[]> =>
  (await app.call('GET', `/vector-search/text?q=${q}`, { token: member.token })).body.data.map(
    ({ _id }: { _id: string }) => _id,
  )

test('the reader starts with the upload of a picture, even an invalid one', async () => {
  expect((await upload(Buffer.from('no picture'))).status).toBe(415)
  expect(events.splice(0)).toEqual(['woken'])
})

test('a search finds words as soon as they are read, even right after an empty result', async () => {
  const answer = await upload(await photoLike('jpeg', { width: 300, height: 200 }))
  expect(answer.status).toBe(201)
  await vi.waitFor(() => expect(events).toEqual(['woken', 'asked']), { timeout: 25_000, interval: 50 })
  expect(await search('quokkas+juggle')).toEqual([])
  letRead()
  const { _id } = answer.body.data
  const isRead = async () => (await app.call('GET', `/meme/${_id}`)).body.data.imageText
  await vi.waitFor(async () => expect(await isRead()).toBe('quokkas juggle'), { timeout: 25_000, interval: 50 })
  expect(await search('quokkas+juggle')).toEqual([_id])
})
