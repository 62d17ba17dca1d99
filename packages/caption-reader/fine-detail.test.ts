import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hasFineDetail } from './fine-detail.ts'
import { drawScene } from './samples/draw.ts'
import { setText } from './samples/typesetting.ts'

const SIZE = { width: 600, height: 430 }

async function detailOf(size: number | undefined, seed: string): Promise<boolean> {
  const { svg } = setText(size ? 'my boss' : '', { font: 'roboto-700', size: size ?? 1, fill: '#fff', width: 400 })
  const over = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="430"><g transform="translate(150 120)" stroke="#000" stroke-width="2" paint-order="stroke">${svg}</g></svg>`
  const { data, info } = await sharp(await drawScene(seed, SIZE))
    .composite([{ input: Buffer.from(over) }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return hasFineDetail({ data, width: info.width, height: info.height })
}

test('detects letters down to the smallest readable size as fine detail, but not grain or outlines', async () => {
  for (const seed of ['one', 'two', 'three']) {
    expect([await detailOf(9, seed), await detailOf(20, seed)]).toEqual([true, true])
    expect(await detailOf(undefined, seed)).toBe(false)
  }
})

test('a picture smaller than a word counts as having fine detail', () => {
  expect(hasFineDetail({ data: new Uint8Array(300), width: 10, height: 10 })).toBe(true)
})
