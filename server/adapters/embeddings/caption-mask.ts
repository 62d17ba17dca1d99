import { SIDE } from './pixels.ts'

/** Where a picture's own content lies: rows and columns without caption bars, `to` exclusive. */
export interface Content {
  top: number
  bottom: number
  left: number
  right: number
}

const WHITE_FROM = 235
const BLACK_TO = 20
/** A bar begins with a line of one tone… */
const PLAIN_SHARE = 0.97
/** …goes on while so much of each line has that tone, for letters stand in between… */
const LETTERED_SHARE = 0.15
/** …and ends with the last line that is nearly plain. */
const LAST_SHARE = 0.9
const BAR_MIN = Math.round(SIDE * 0.05)
/** Content never shrinks below this share of a side. */
const CONTENT_MIN = Math.round(SIDE * 0.35)

/** Finds white or black caption bars at the four sides of a picture of SIDE x SIDE. */
export function findContent(light: Float32Array): Content {
  const row = (line: number, across: number) => light[line * SIDE + across] ?? 0
  const column = (line: number, across: number) => light[across * SIDE + line] ?? 0
  const [top, bottom] = trim(row)
  const [left, right] = trim(column)
  return { top, bottom, left, right }
}

function trim(at: (line: number, across: number) => number): [number, number] {
  const first = barLength((line, across) => at(line, across))
  const last = barLength((line, across) => at(SIDE - 1 - line, across))
  if (SIDE - first - last < CONTENT_MIN) return [0, SIDE]
  return [first, SIDE - last]
}

function barLength(at: (line: number, across: number) => number): number {
  for (const isTone of [(tone: number) => tone >= WHITE_FROM, (tone: number) => tone <= BLACK_TO]) {
    const share = (line: number) => {
      let count = 0
      for (let across = 0; across < SIDE; across += 1) if (isTone(at(line, across))) count += 1
      return count / SIDE
    }
    if (share(0) < PLAIN_SHARE || share(1) < PLAIN_SHARE) continue
    let length = 0
    for (let line = 0; line < SIDE && share(line) >= LETTERED_SHARE; line += 1) {
      if (share(line) >= LAST_SHARE) length = line + 1
    }
    // What looks like a bar to the end is a picture on a plain ground.
    if (length >= BAR_MIN && length < SIDE - CONTENT_MIN) return length
  }
  return 0
}

const LETTER_FROM = 205
const OUTLINE_TO = 60
const REACH = 3

/** 1 where a pixel counts, 0 where it belongs to an outlined caption: light with dark close by, and that dark. */
export function maskCaption(light: Float32Array): Float32Array {
  const nearWhite = spread(light, (tone) => tone >= LETTER_FROM)
  const nearBlack = spread(light, (tone) => tone <= OUTLINE_TO)
  return light.map((tone, index) => {
    const isLetter = tone >= LETTER_FROM && nearBlack[index] === 1
    const isOutline = tone <= OUTLINE_TO && nearWhite[index] === 1
    return isLetter || isOutline ? 0 : 1
  })
}

/** 1 within REACH pixels of a pixel of that tone. */
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
