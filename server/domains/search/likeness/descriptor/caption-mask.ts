import { SIDE } from './pixels.ts'

const LETTER_FROM = 205
const OUTLINE_TO = 60
const REACH = 3

/** Returns 1 for pixels that count and 0 for pixels of an outlined caption: light pixels near dark ones, and those dark ones. */
export function maskCaption(light: Float32Array): Float32Array {
  const nearWhite = spread(light, (tone) => tone >= LETTER_FROM)
  const nearBlack = spread(light, (tone) => tone <= OUTLINE_TO)
  return light.map((tone, index) => {
    const isLetter = tone >= LETTER_FROM && nearBlack[index] === 1
    const isOutline = tone <= OUTLINE_TO && nearWhite[index] === 1
    return isLetter || isOutline ? 0 : 1
  })
}

/** Returns 1 within REACH pixels of a pixel of that tone. */
function spread(light: Float32Array, isTone: (tone: number) => boolean): Uint8Array {
  const across = new Uint8Array(SIDE * SIDE)
  for (let index = 0; index < light.length; index += 1) {
    if (!isTone(light[index] ?? 0)) continue
    const x = index % SIDE
    const start = index - x
    across.fill(1, start + Math.max(0, x - REACH), start + Math.min(SIDE, x + REACH + 1))
  }
  const both = new Uint8Array(SIDE * SIDE)
  for (let index = 0; index < across.length; index += 1) {
    if (across[index] === 0) continue
    const [x, y] = [index % SIDE, Math.floor(index / SIDE)]
    for (let line = Math.max(0, y - REACH); line < Math.min(SIDE, y + REACH + 1); line += 1) both[line * SIDE + x] = 1
  }
  return both
}
