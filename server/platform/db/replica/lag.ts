import type { LogPosition } from './log-position.ts'

/** At one probe per second, longer than the maximum configurable lag. */
const SAMPLES_MAX = 500

/**
 * Computes replica lag from the primary's log positions over time and the replica's replayed position. Uses only this process's
 * clock, and stays accurate while there are no writes.
 */
export function createLag(now: () => number) {
  let samples: { at: number; position: LogPosition }[] = []
  let caughtUpTo: number | undefined
  let replayed: LogPosition | undefined
  return {
    /** @param at when the primary was queried, in milliseconds: everything committed before then is within `position` */
    recordWritten(at: number, position: LogPosition): void {
      samples.push({ at, position })
      if (samples.length > SAMPLES_MAX) samples = samples.slice(-SAMPLES_MAX / 2)
    },
    recordReplayed(position: LogPosition): void {
      replayed = position
      const reached = samples.findLast((sample) => sample.position <= position)
      if (!reached) return
      caughtUpTo = Math.max(caughtUpTo ?? 0, reached.at)
      samples = samples.filter(({ at }) => at >= reached.at)
    },
    /** The replica's position; undefined until it is reported. */
    replayed: () => replayed,
    /** Upper bound of the lag in milliseconds; null if unknown. */
    lagMs: () => (caughtUpTo === undefined ? null : now() - caughtUpTo),
    /** Resets the samples: the next connection may reach a different replica. */
    forget(): void {
      samples = []
      caughtUpTo = undefined
      replayed = undefined
    },
  }
}
