import { expect, test } from 'vitest'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()

test.each([
  ['KHI BẠN NHẬN RA', '', 'vi'],
  ['otter', 'hôm nay\nthứ hai', 'vi'],
  ['otter'.normalize('NFD'), 'CUỐI TUẦN'.normalize('NFD'), 'vi'],
  ['when you realise', 'at the café', 'en'],
  ['123 !', '', null],
])('the name %j with the description %j is detected as %s', async (name, description, language) => {
  const { user, token } = await buildMember(app)
  const { id } = await buildMeme(app, { user, name, description })
  const read = () => app.db.selectFrom('memes').select('language').where('id', '=', id).executeTakeFirstOrThrow()
  expect(await read()).toEqual({ language })
  await app.call('PATCH', `/meme/${id}`, { token, body: { name: 'Bạn tôi', description: '' } })
  expect(await read()).toEqual({ language: 'vi' })
})
