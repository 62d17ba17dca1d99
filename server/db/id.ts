import { v7 } from 'uuid'

/** A UUIDv7: sorts by time of making, in Unix milliseconds. */
export const newId = (now: number = Date.now()): string => v7({ msecs: now })

/** The creation time of an id, in Unix milliseconds. */
export const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
