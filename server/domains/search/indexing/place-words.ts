import { fold } from '#contract/words.ts'
import type { PictureWord } from '../queries.ts'

/** Above this number of comparisons, corrected words get no boxes, as if all words had been removed. */
const COMPARISONS_MAX = 2_000_000

/**
 * Gives corrected words the boxes of the words that they replace, by the alignment with the fewest changed, added and removed words.
 * Removed words keep their boxes, with an empty text, because the picture still shows something there. Leaves out added words.
 */
export function placeWords(read: readonly PictureWord[], corrected: readonly string[]): PictureWord[] {
  if (read.length * corrected.length > COMPARISONS_MAX) return read.map(removed)
  const from = read.map(({ text }) => fold(text))
  const to = corrected.map(fold)
  const costs = costsOf(from, to)
  const placed: PictureWord[] = []
  let [row, column] = [0, 0]
  while (row < from.length) {
    const here = costs[row]?.[column] ?? 0
    const [box, text] = [read[row], corrected[column]]
    const change = from[row] === to[column] ? 0 : 1
    if (box && text !== undefined && here === (costs[row + 1]?.[column + 1] ?? 0) + change) {
      const { x, y, width, height } = box
      placed.push({ text, x, y, width, height, isSpelt: true })
      row += 1
      column += 1
    } else if (box && here === (costs[row + 1]?.[column] ?? 0) + 1) {
      placed.push(removed(box))
      row += 1
    } else column += 1
  }
  return placed
}

const removed = ({ x, y, width, height }: PictureWord): PictureWord => ({
  text: '',
  x,
  y,
  width,
  height,
  isSpelt: true,
})

/** Returns the cost of aligning the rest of both lists, by the positions in each. */
function costsOf(from: readonly string[], to: readonly string[]): Uint16Array[] {
  const costs = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1))
  for (let row = from.length; row >= 0; row -= 1) {
    for (let column = to.length; column >= 0; column -= 1) {
      const line = costs[row]
      if (!line) continue
      if (row === from.length) line[column] = to.length - column
      else if (column === to.length) line[column] = from.length - row
      else {
        const next = costs[row + 1]
        const changed = (next?.[column + 1] ?? 0) + (from[row] === to[column] ? 0 : 1)
        line[column] = Math.min(changed, (next?.[column] ?? 0) + 1, (line[column + 1] ?? 0) + 1)
      }
    }
  }
  return costs
}
