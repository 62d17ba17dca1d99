import { type Cut, WHOLE } from './align.ts'
import { CELLS } from './fingerprint.ts'

/** Maximum difference of the cells of a plain bar (of 255): JPEG noise. */
const PLAIN_RANGE = 12
/** Minimum cells of a bar, and of the content between bars. */
const BAR_MIN = 2
const CONTENT_MIN = CELLS * 0.35

/** Returns the area of a fingerprint between plain bars, in whole cells. A bar with words is not plain. */
export function withoutPlainBars(cells: Uint8Array): Cut {
  const across = between((line) => Array.from({ length: CELLS }, (_, at) => cells[at * CELLS + line] ?? 0))
  const down = between((line) => Array.from({ length: CELLS }, (_, at) => cells[line * CELLS + at] ?? 0))
  if (Math.min(across.length, down.length) < CONTENT_MIN) return WHOLE
  return { left: across.from, width: across.length, top: down.from, height: down.length }
}

/**
 * Returns where a part may lie in the whole if bars were added: between all bars of the whole, or, if the part already has bars
 * of the same color, with those bars included.
 */
export function cutsBetweenBars(inWhole: Cut, inPart: Cut): Cut[] {
  return [WHOLE, inPart].flatMap((shown, nth) => {
    if (nth > 0 && isWhole(inPart)) return []
    const [across, down] = [inWhole.width / shown.width, inWhole.height / shown.height]
    if (Math.max(across, down) > 1 || (across === 1 && down === 1)) return []
    const cut = {
      left: inWhole.left - shown.left * across,
      width: CELLS * across,
      top: inWhole.top - shown.top * down,
      height: CELLS * down,
    }
    return Math.min(cut.left, cut.top) > -1 ? [cut] : []
  })
}

const isWhole = ({ width, height }: Cut) => width === CELLS && height === CELLS

function between(lineAt: (line: number) => number[]): { from: number; length: number } {
  const before = barLength(lineAt)
  const behind = barLength((line) => lineAt(CELLS - 1 - line))
  return { from: before, length: CELLS - before - behind }
}

function barLength(lineAt: (line: number) => number[]): number {
  let [low, high, length] = [255, 0, 0]
  while (length < CELLS) {
    const line = lineAt(length)
    low = Math.min(low, ...line)
    high = Math.max(high, ...line)
    if (high - low > PLAIN_RANGE) break
    length += 1
  }
  return length < BAR_MIN ? 0 : length
}
