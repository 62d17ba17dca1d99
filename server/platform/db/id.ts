import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes per id. */
const EACH = 16
/** Requesting random bytes from the system costs more than the rest of an id, so draw them for many ids at once. */
const drawn = new Uint8Array(EACH * 256)
let used = drawn.length

function nextRandom(): Uint8Array {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += EACH
  return drawn.subarray(used - EACH, used)
}

/** Returns a UUIDv7, which sorts by creation time in Unix milliseconds. */
export const newId = (now: number = Date.now()): string => v7({ msecs: now, random: nextRandom() })

/** Lower than all ids. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** Returns a lower bound for all ids created from now on. */
export const lowestId = (now: number): string => {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The creation time of an id, in Unix milliseconds. */
export const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
