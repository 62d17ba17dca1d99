import { expect, test } from 'vitest'
import { captionedPicture } from '#test/captioned-picture.ts'
import { composePicture } from './compose-picture.ts'

test('the pictures of repairs are in memory one at a time', async () => {
  const bytes = await captionedPicture({ seed: 'otter', text: 'ONE' })
  const stroke = { points: [{ x: 0.5, y: 0.5 }], size: 0.1 }
  let [reading, most, count] = [0, 0, 0]
  const read = async () => {
    reading += 1
    count += 1
    most = Math.max(most, reading)
    await new Promise((resolve) => setImmediate(resolve))
    reading -= 1
    return bytes
  }
  const repairs = Array.from({ length: 5 }, () => ({ stroke, read }))
  const composed = await composePicture([{ bytes, words: [] }], { repairs })
  expect([composed.bytes.length > 0, count, most]).toEqual([true, 5, 1])
})
