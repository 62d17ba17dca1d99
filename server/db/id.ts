import { v7 } from 'uuid'

/** A UUIDv7: sorts by time of making, in Unix milliseconds. */
export const newId = (now: number = Date.now()): string => v7({ msecs: now })

/** No id that is made from now on is lower. */
export const lowestId = (now: number): string => {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The creation time of an id, in Unix milliseconds. */
export const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
