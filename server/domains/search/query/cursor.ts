import { SCORE_STEPS } from '../rules.ts'

/**
 * A search page goes on from (score, id), and from the moment its first page was read: what is added later must not change
 * which pictures count as look-alikes. The moment rides in the cursor's number, below the steps of the score: scores are
 * multiples of 2^-20 below 4, milliseconds of the last 24 days fill the 31 bits beneath, and the sum is exact in a double.
 */
const MOMENT_UNIT = 2 ** -51
const MOMENT_WRAP = 2 ** 31

export interface Position {
  score: number
  id: string
}

/** The cursor's number. `began` in milliseconds since 1970. */
export function encodeScore(score: number, began: number): number {
  return score + (began % MOMENT_WRAP) * MOMENT_UNIT
}

/** The score of a cursor's number, and when its search began; a bare score began now. */
export function decodeScore(value: number, now: number): { score: number; began: number } {
  const score = Math.floor(value * SCORE_STEPS) / SCORE_STEPS
  const moment = Math.round((value - score) / MOMENT_UNIT)
  if (moment <= 0) return { score, began: now }
  const behind = (((now - moment) % MOMENT_WRAP) + MOMENT_WRAP) % MOMENT_WRAP
  return { score, began: now - behind }
}

/** The largest id that a meme made at a moment (milliseconds since 1970) can have: ids begin with their time. */
export function newestId(moment: number): string {
  const time = Math.max(0, Math.floor(moment)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-ffff-ffff-ffffffffffff`
}

/** Best first, of equals the newest: true when a stands after b. */
export const ranksAfter = (a: Position, b: Position) => a.score < b.score || (a.score === b.score && a.id < b.id)
