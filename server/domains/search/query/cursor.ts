import { CursorId, CursorScore } from '#contract/primitives.ts'
import { AppError } from '#server/platform/errors.ts'
import { SCORE_STEPS } from '../rules.ts'

/**
 * A search page continues from (score, id) and the time of its first page, because memes added later must not change which
 * pictures count as lookalikes. The cursor's number encodes the time below the score's resolution: scores are multiples of 2^-20
 * below 4, the milliseconds of the last 24 days fill the 31 bits beneath, and the sum is exact in a double.
 */
const MOMENT_UNIT = 2 ** -51
const MOMENT_WRAP = 2 ** 31

/** Encodes the cursor's number. `began` is in milliseconds since 1970. */
export function encodeScore(score: number, began: number): number {
  return score + (began % MOMENT_WRAP) * MOMENT_UNIT
}

/** Decodes the score and start time from a cursor's number; a bare score means now. */
export function decodeScore(value: number, now: number): { score: number; began: number } {
  const score = Math.floor(value * SCORE_STEPS) / SCORE_STEPS
  const moment = Math.round((value - score) / MOMENT_UNIT)
  if (moment <= 0) return { score, began: now }
  const behind = (((now - moment) % MOMENT_WRAP) + MOMENT_WRAP) % MOMENT_WRAP
  return { score, began: now - behind }
}

/**
 * Returns the highest possible id of a meme created at a time (milliseconds since 1970), since ids begin with their creation
 * time.
 */
export function newestId(moment: number): string {
  const time = Math.max(0, Math.floor(moment)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-ffff-ffff-ffffffffffff`
}

/** The position after a page of a search. */
export interface SearchPosition {
  lastScore: number
  lastId: string
}

/** Writes a position as one short text; empty at the end of the search. */
export const writePosition = (position: SearchPosition | null): string =>
  position ? `${position.lastScore}:${position.lastId}` : ''

/** Reads a position; undefined for an empty text. Throws cursor.invalid. */
export function readPosition(text: string): SearchPosition | undefined {
  if (text === '') return undefined
  const [score = '', id = ''] = text.split(':')
  const lastScore = CursorScore.safeParse(score)
  const lastId = CursorId.safeParse(id)
  if (score === '' || !lastScore.success || !lastId.success) throw new AppError('cursor.invalid')
  return { lastScore: lastScore.data as number, lastId: lastId.data }
}
