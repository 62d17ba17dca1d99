/** Rows between two pauses, so that requests do not wait for a picture. */
export const ROWS_AT_ONCE = 24
/** Maximum difference of a channel between values of one background, caused only by compression. */
const AGREEMENT = 26

/** A captioned picture's pixels. */
export interface Sample {
  /** RGB, row by row. */
  data: Uint8Array
  /** 1 inside words. */
  cover: Uint8Array
  /** 1 for letters and their edges. */
  letters: Uint8Array
  isRead: boolean
}

/** Tests whether two pictures agree at a pixel. */
export function isNear(one: Uint8Array, other: Uint8Array, at: number): boolean {
  for (let index = at * 3; index < at * 3 + 3; index += 1) {
    const off = (one[index] ?? 0) - (other[index] ?? 0)
    if (off > AGREEMENT || off < -AGREEMENT) return false
  }
  return true
}
