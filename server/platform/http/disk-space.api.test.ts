import { expect, test } from 'vitest'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'

// More than any disk provides.
const app = await appForFile({ freeDiskMinBytes: 2 ** 60 })

const form = async (name: string) =>
  multipart([{ name, value: await randomPicture('disk'), fileName: 'a.png', type: 'image/png' }])

test('refuses uploads while the disk is low on space, in the language of the form', async () => {
  const { token } = await buildMember(app)
  for (const [method, url, field] of [
    ['POST', '/meme', 'image'],
    ['POST', '/meme/bulk', 'images'],
    ['PUT', '/users/me/profile', 'avatar'],
    ['POST', '/vector-search/image', 'image'],
  ] as const) {
    const body = await form(field)
    const answer = await app.call(method, url, {
      token,
      ...body,
      headers: { ...body.headers, 'accept-language': 'vi' },
    })
    expect([url, answer.status, answer.body.code]).toEqual([url, 507, 'upload.diskFull'])
    expect(answer.body.message).toContain('dung lượng')
  }
})

test('other requests still work', async () => {
  const { token } = await buildMember(app)
  expect((await app.call('GET', '/recommendation-feed')).status).toBe(200)
  expect((await app.call('GET', '/vector-search/text?q=cat')).status).toBe(200)
  const answer = await app.call('PUT', '/users/me/profile', { token, body: { displayName: 'Lan' } })
  expect(answer.status).toBe(200)
})
