const MEGABYTE = 1024 * 1024
const GIGABYTE = 1024 * MEGABYTE

/** At most this many steps below the top label. */
const STEPS_MAX = 4

/**
 * Returns the labeled values of an axis, from 0 to at least the largest value: whole numbers for counts, round megabytes or
 * gigabytes for bytes.
 */
export function ticksFor(largest: number, kind: 'count' | 'bytes'): number[] {
  const unit = kind === 'count' ? 1 : largest >= 1000 * MEGABYTE ? GIGABYTE : MEGABYTE
  const least = kind === 'count' ? 1 : 0.1
  const step = Math.max(least, roundUp(largest / unit / STEPS_MAX))
  const steps = Math.max(1, Math.ceil(largest / unit / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step * unit)
}

/** The next number of the form 1, 2, or 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 5, 10].find((each) => each * power >= value) ?? 10
  return factor * power
}
