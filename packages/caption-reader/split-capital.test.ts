import { expect, test } from 'vitest'
import { MEASURES_FROM } from './capital-features.ts'
import { findPieces, type Ink } from './pieces.ts'
import { splitCapital } from './split-capital.ts'

test('splits touching letters at their thinnest joint, each with its own sign', () => {
  const ink: Ink = { values: new Uint8Array(100 * 60), width: 100, height: 60 }
  const blocks = [
    [20, 20, 12, 20],
    [32, 30, 1, 2],
    [33, 20, 10, 20],
    [36, 12, 4, 4],
  ] as const
  for (const [left, top, width, height] of blocks) {
    for (let y = top; y < top + height; y += 1) ink.values.fill(255, y * 100 + left, y * 100 + left + width)
  }
  const { pieces, labels } = findPieces(ink)
  const [mark, letters] = [pieces[0], pieces[1]]
  if (!mark || !letters) throw new Error('two pieces')
  const body = { piece: letters, label: 2, signs: [1], top: 20, bottom: 39, height: 20 }
  const [halves] = splitCapital(body, ink, pieces, labels)
  const measures = halves?.map((features) => [...features.subarray(MEASURES_FROM)])
  // Index 0: width as a share of the height. Index 3: half the number of marks above.
  expect(measures?.map(([width]) => width)).toEqual([expect.closeTo(0.6, 1), expect.closeTo(0.55, 1)])
  expect(measures?.map(([, , , above]) => above)).toEqual([0, 0.5])
})
