import { SIDE } from './pixels.ts'

const LETTER_FROM = 205
const OUTLINE_TO = 60
const REACH = 3

/** Returns 1 for pixels that count and 0 for pixels of an outlined caption: light pixels near dark ones, and those dark ones. */
export function maskCaption(light: Float32Array): Float32Array {
  const isLetter = new Uint8Array(light.length)
  const isOutline = new Uint8Array(light.length)
  for (let index = 0; index < light.length; index += 1) {
    const tone = light[index] ?? 0
    if (tone >= LETTER_FROM) isLetter[index] = 1
    else if (tone <= OUTLINE_TO) isOutline[index] = 1
  }
  const nearLetter = spread(isLetter)
  const nearOutline = spread(isOutline)
  const mask = new Float32Array(light.length)
  for (let index = 0; index < mask.length; index += 1) {
    const isMasked =
      isLetter[index] === 1 ? nearOutline[index] === 1 : isOutline[index] === 1 && nearLetter[index] === 1
    mask[index] = isMasked ? 0 : 1
  }
  return mask
}

/** Returns 1 within REACH pixels of a marked one, in each direction. */
function spread(marked: Uint8Array): Uint8Array {
  return spreadLines(spreadLines(marked, SIDE, 1), 1, SIDE)
}

/**
 * @param line distance of the first pixels of two lines
 * @param step distance of two pixels of a line
 */
function spreadLines(marked: Uint8Array, line: number, step: number): Uint8Array {
  const near = new Uint8Array(SIDE * SIDE)
  for (let first = 0; first < SIDE; first += 1) {
    let end = 0
    for (let at = 0; at < SIDE; at += 1) {
      if (marked[first * line + at * step] !== 1) continue
      const last = Math.min(SIDE, at + REACH + 1)
      for (let each = Math.max(end, at - REACH); each < last; each += 1) near[first * line + each * step] = 1
      end = last
    }
  }
  return near
}
