import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const template = (text: string) => captionedPicture({ seed: 'on the block list', text })
const app = await appForFile()
const moderator = await buildMember(app, { role: 'moderator' })
const blocked = await template('WHEN THE BUILD PASSES')
const meme = await buildMeme(app, { bytes: blocked })
const body = { reason: 'Never again', block: true }
const answer = await app.call('POST', `/moderation/memes/${meme.id}/remove`, { token: moderator.token, body })
expect(answer.status).toBe(200)

const flop = (bytes: Buffer) => sharp(bytes).flop().png().toBuffer()
/** Removes a share of the width and height, more of it on the left and at the top. */
async function crop(bytes: Buffer, share: number): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata()
  return sharp(bytes)
    .extract({
      left: Math.round(width * share * 0.7),
      top: Math.round(height * share * 0.6),
      width: Math.round(width * (1 - share)),
      height: Math.round(height * (1 - share)),
    })
    .jpeg({ quality: 85 })
    .toBuffer()
}

const uploaded = (bytes: Buffer) =>
  buildMeme(app, { bytes }).then(
    () => 'taken',
    (error) => error.code,
  )

describe('an upload of a blocked picture is refused', () => {
  const versions: Record<string, () => Promise<Buffer>> = {
    'as it was': async () => blocked,
    recompressed: () => sharp(blocked).jpeg({ quality: 40 }).toBuffer(),
    'at half its size': async () => {
      const { width } = await sharp(blocked).metadata()
      return sharp(blocked)
        .resize({ width: Math.round(width / 2) })
        .webp()
        .toBuffer()
    },
    'cropped by 5 %': () => crop(blocked, 0.05),
    mirrored: () => flop(blocked),
    'mirrored and recompressed': async () =>
      sharp(await flop(blocked))
        .jpeg({ quality: 45 })
        .toBuffer(),
    'mirrored and cropped by 5 %': async () => crop(await flop(blocked), 0.05),
  }
  for (const [name, make] of Object.entries(versions))
    test(name, async () => expect(await uploaded(await make())).toBe('image.blocked'))
})

describe('an upload of another picture is accepted', () => {
  const others: Record<string, () => Promise<Buffer>> = {
    'other words on the same template': () => template('MONDAY AGAIN'),
    'one other word': () => template('WHEN THE BUILD FAILS'),
    'other words on the mirrored template': async () => flop(await template('NOBODY TOLD ME')),
    'another template with the same words': () => captionedPicture({ seed: 'other', text: 'WHEN THE BUILD PASSES' }),
  }
  for (const [name, make] of Object.entries(others))
    test(name, async () => expect(await uploaded(await make())).toBe('taken'))
})
