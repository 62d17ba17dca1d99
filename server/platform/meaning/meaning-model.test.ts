import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/platform/config/config.ts'
import { writeTinyClip } from '#test/tiny-clip.ts'
import { likeness } from '../../domains/search/likeness/descriptor/visual.ts'
import { createMeaningModel, type MeaningModel } from './meaning-model.ts'
import type { RgbPicture } from './meaning-protocol.ts'
import { readModelFolder } from './model-folder.ts'

const root = mkdtempSync(path.join(tmpdir(), 'memeroom-clip-'))
afterAll(() => rmSync(root, { recursive: true }))
const folder = (name: string) => {
  const dir = path.join(root, name)
  writeTinyClip(dir, { words: { red: [1, -1, -1], đỏ: [1, -1, -1], blue: [-1, -1, 1] } })
  return dir
}
const flat = (...color: number[]): RgbPicture => ({
  data: Uint8Array.from({ length: 20 * 30 * 3 }, (_, at) => color[at % 3] ?? 0),
  width: 20,
  height: 30,
})

describe('an installed model', () => {
  let model: MeaningModel
  beforeAll(() => {
    model = createMeaningModel(readModelFolder(folder('a model')))
  })
  afterAll(() => model.close())

  test('embeds texts of both languages near matching pictures, in vectors of length 1', async () => {
    expect(await model.ready()).toEqual({ dimensions: 3 })
    const red = await model.embedPicture(flat(220, 20, 20))
    const blue = await model.embedPicture(flat(20, 20, 220))
    for (const text of ['red', 'Đỏ', 'something red']) {
      const vector = await model.embedText(text)
      expect(likeness(vector, vector)).toBeCloseTo(1)
    }
    expect(await model.embedText('nothing known')).toEqual([0, 0, 0])
    const asked = await model.embedText('đỏ')
    expect(likeness(asked, red)).toBeGreaterThan(0.95)
    expect(likeness(asked, blue)).toBeLessThan(0)
  })

  test('answers text queries before queued pictures', async () => {
    const answered: string[] = []
    const pictures = Array.from({ length: 5 }, () =>
      model.embedPicture(flat(9, 9, 9)).then(() => answered.push('picture')),
    )
    await model.embedText('a text not asked before').then(() => answered.push('text'))
    await Promise.all(pictures)
    expect(answered).toEqual(['picture', 'text', 'picture', 'picture', 'picture', 'picture'])
  })

  test('restarts after it was closed', async () => {
    await model.close()
    expect(await model.embedPicture(flat(220, 20, 20))).toHaveLength(3)
  })
})

describe('a model’s name', () => {
  test('is the same for equal files and differs for other files', () => {
    const [one, same, other] = [folder('one'), folder('same'), folder('other')]
    writeTinyClip(other, { words: { red: [1, -1, 1] } })
    expect(readModelFolder(one).id).toMatch(/^[0-9a-f]{16}$/)
    expect(readModelFolder(same).id).toBe(readModelFolder(one).id)
    expect(readModelFolder(other).id).not.toBe(readModelFolder(one).id)
  })
})

describe('an invalid model', () => {
  const config = (dir: string) => () => readConfig({ DATA_DIR: path.join(root, 'data'), EMBEDDINGS: `clip:${dir}` })
  const RULE = 'EMBEDDINGS must be clip:DIR with a CLIP model in ONNX format in DIR: '

  test('is refused at start in one line with the missing part', () => {
    expect(config(path.join(root, 'nowhere'))).toThrow(
      new ConfigError(`${RULE}${path.join(root, 'nowhere')} is not a folder`),
    )
    expect(config(root)).toThrow(new ConfigError(`${RULE}${root} has no config.json`))
    const spoilt = folder('spoilt')
    writeFileSync(path.join(spoilt, 'config.json'), '{')
    expect(config(spoilt)).toThrow(new ConfigError(`${RULE}${path.join(spoilt, 'config.json')} is not valid JSON`))
    const half = folder('half')
    rmSync(path.join(half, 'onnx', 'vision_model.onnx'))
    expect(config(half)).toThrow(new ConfigError(`${RULE}${half} has no onnx/vision_model.onnx`))
    expect(config(folder('whole'))().clip?.kind).toBe('clip')
  })

  test('with broken files gives a one-line error on each use', async () => {
    const broken = folder('broken')
    truncateSync(path.join(broken, 'onnx', 'text_model.onnx'), 40)
    const model = createMeaningModel(readModelFolder(broken))
    for (let time = 0; time < 2; time += 1) {
      const error = await model.ready().catch((reason: Error) => reason)
      expect(String(error)).toMatch(new RegExp(`^Error: The model in ${broken} does not work: .+$`))
    }
    await model.close()
  })
})
