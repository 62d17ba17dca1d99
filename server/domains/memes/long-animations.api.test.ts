import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { PICTURE_MAX_FRAMES, PICTURE_MAX_PIXELS_ALL_FRAMES } from '#contract/limits.ts'
import { createBulkClient, picturePart } from '#test/bulk-client.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { handmadeGif } from '#test/pictures.ts'

const app = await appForFile()
const { token } = await buildMember(app)

/** The GIF has a few kilobytes but would take half a gigabyte decoded. */
const SIDE = 690
const gif = handmadeGif({ frames: PICTURE_MAX_FRAMES, width: SIDE, height: SIDE })

/** Spies on decoding to a file. */
function watchDecoding() {
  const pipeline = Object.getPrototypeOf(sharp()) as { toFile: (target: string) => Promise<unknown> }
  return vi.spyOn(pipeline, 'toFile')
}

test('an animation with too many pixels in all frames is refused before decoding', async () => {
  expect(PICTURE_MAX_FRAMES * SIDE * SIDE).toBeGreaterThan(PICTURE_MAX_PIXELS_ALL_FRAMES)
  const decoding = watchDecoding()
  for (const [method, url, field] of [
    ['POST', '/meme', 'image'],
    ['PUT', '/users/me/profile', 'avatar'],
    ['POST', '/vector-search/image', 'image'],
  ] as const) {
    const answer = await app.call(method, url, {
      token,
      ...multipart([
        { name: 'displayName', value: 'Lan Anh' },
        { name: field, value: gif, fileName: 'long.gif', type: 'image/gif' },
      ]),
    })
    expect([url, answer.status, answer.body.code]).toEqual([url, 422, 'image.tooManyPixels'])
  }
  const client = createBulkClient(app, token)
  const { body } = await client.send([await picturePart('long.gif', gif)])
  expect((await client.finished(body.uploadId)).allResults).toMatchObject([
    { status: 'failed', code: 'image.tooManyPixels' },
  ])
  expect(decoding).not.toHaveBeenCalled()
  decoding.mockRestore()
  expect(await client.stagedInTheEnd()).toEqual([])
})
