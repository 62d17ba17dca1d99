import type { LogPosition } from './log-position.ts'

/** At a probe a second, more than the longest lag that can be set. */
const SAMPLES_MAX = 500

/**
 * How far a replica is behind, from where the primary was at known times and how far the replica has come. Needs no clock but
 * this process's own, and is right while nothing is written, too.
 */
export function createLag(now: () => number) {
  let samples: { at: number; position: LogPosition }[] = []
  let caughtUpTo: number | undefined
  let replayed: LogPosition | undefined
  return {
    /** @param at before the primary was asked, in milliseconds: all that was committed by then is within `position` */
    noteWritten(at: number, position: LogPosition): void {
      samples.push({ at, position })
      if (samples.length > SAMPLES_MAX) samples = samples.slice(-SAMPLES_MAX / 2)
    },
    noteReplayed(position: LogPosition): void {
      replayed = position
      const reached = samples.findLast((sample) => sample.position <= position)
      if (!reached) return
      caughtUpTo = Math.max(caughtUpTo ?? 0, reached.at)
      samples = samples.filter(({ at }) => at >= reached.at)
    },
    /** Where the replica is; undefined until it said so. */
    replayed: () => replayed,
    /** Milliseconds that it is behind at most; null if nothing is known. */
    lagMs: () => (caughtUpTo === undefined ? null : now() - caughtUpTo),
    /** It may be another replica now. */
    forget(): void {
      samples = []
      caughtUpTo = undefined
      replayed = undefined
    },
  }
}
