import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { animatedWebp } from '#test/pictures.ts'
import { decodeFrames, framesToScore } from './decode-frames.ts'
import { createPictureScorer, type PictureScorer, UnreadablePicture } from './picture-scorer.ts'

const thread = new URL('../../../test/scorer-thread.ts', import.meta.url)
let scorer: PictureScorer
const open = (options = {}) => {
  scorer = createPictureScorer({ thread, ...options })
  return scorer
}
afterEach(() => scorer?.close())

const gray = (shade: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 30, height: 20, channels, background: { r: shade, g: shade, b: shade, alpha: 1 } } })
    .png()
    .toBuffer()

test('pictures are scored one after another, and a broken one fails only its own scoring', async () => {
  const { score } = open()
  const answers = await Promise.allSettled([
    score(await gray(51)),
    score(Buffer.from('no picture')),
    score(await gray(102, 4)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value.toFixed(2) : ''))).toEqual(['0.20', '', '0.40'])
  expect(answers[1]).toMatchObject({ reason: expect.any(UnreadablePicture) })
})

test('a thread that hangs, exits or fails is replaced for the next picture', async () => {
  const { score } = open({ timeLimitMs: 500 })
  await expect(score(await gray(0))).rejects.toThrow('too long')
  await expect(score(await gray(255))).rejects.toThrow('ended')
  await expect(score(await gray(240))).rejects.toThrow('out of memory')
  expect(await score(await gray(51))).toBeCloseTo(0.2, 2)
})

test('closing stops the thread, and the next picture starts another', async () => {
  const { score, close } = open()
  await score(await gray(51))
  await close()
  expect(await score(await gray(102))).toBeCloseTo(0.4, 2)
})

test('scores eight frames of an animation, including the first and the last', async () => {
  expect(framesToScore(1)).toEqual([0])
  expect(framesToScore(3)).toEqual([0, 1, 2])
  expect(framesToScore(300)).toEqual([0, 43, 85, 128, 171, 214, 256, 299])
  const frames = await decodeFrames(await animatedWebp({ frames: 20 }))
  expect(frames.map((frame) => frame.length)).toEqual(Array(8).fill(224 * 224 * 3))
})

test('a gray and a transparent picture become frames with three color channels', async () => {
  const flat = await sharp(await gray(102))
    .toColourspace('b-w')
    .png()
    .toBuffer()
  const clear = await sharp({
    create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const frames = [...(await decodeFrames(flat)), ...(await decodeFrames(clear))]
  expect(frames.map((frame) => [frame.length, frame[0], frame[2]])).toEqual([
    [224 * 224 * 3, 102, 102],
    [224 * 224 * 3, 255, 255],
  ])
})
