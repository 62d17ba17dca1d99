import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'

const app = await appForFile()
const anna = await buildMember(app, { role: 'moderator' })

const decide = (memeId: string, decision: 'remove' | 'restore', body: object) =>
  app.call('POST', `/moderation/memes/${memeId}/${decision}`, { token: anna.token, body })

test('a blocked picture is refused mirrored too, another picture is accepted, and restoring lifts the block', async () => {
  const bytes = await randomPicture(unique())
  const meme = await buildMeme(app, { bytes })
  expect((await decide(meme.id, 'remove', { reason: 'Never again', block: true })).status).toBe(200)
  const versions = {
    recompressed: await sharp(bytes).jpeg({ quality: 60 }).toBuffer(),
    mirrored: await sharp(bytes).flop().png().toBuffer(),
  }
  for (const [name, version] of Object.entries(versions))
    await expect([name, await buildMeme(app, { bytes: version }).catch((error) => error.code)]).toEqual([
      name,
      'image.blocked',
    ])
  await buildMeme(app, { bytes: await randomPicture(unique()) })
  await decide(meme.id, 'restore', { reason: 'Fine' })
  await buildMeme(app, { bytes: versions.mirrored })
})

test('a removed picture is refused as an avatar, recompressed too, and another picture is accepted', async () => {
  const bytes = await randomPicture(unique())
  const meme = await buildMeme(app, { bytes })
  expect((await decide(meme.id, 'remove', { reason: 'Never again', block: true })).status).toBe(200)
  const { token } = await buildMember(app)
  const put = async (picture: Buffer) => {
    const { payload, headers } = pictureForm(picture, { displayName: 'Somebody' }, 'avatar')
    const { status, body } = await app.call('PUT', '/users/me/profile', { token, payload, headers })
    return [status, body.code]
  }
  expect(await put(bytes)).toEqual([422, 'image.blocked'])
  expect(await put(await sharp(bytes).resize(300).png().toBuffer())).toEqual([422, 'image.blocked'])
  expect((await app.call('GET', '/users/me', { token })).body.data.profile.avatar).toBeNull()
  expect(await put(await randomPicture(unique()))).toEqual([200, undefined])
})
