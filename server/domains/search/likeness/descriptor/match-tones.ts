/** Minimum contrast of a darker or flatter copy, as a share of the original's. */
const CONTRAST_MIN = 0.45

/**
 * Returns a function that gives cells the mean and contrast of `like`; it changes nothing if the contrasts differ too much for a
 * copy.
 */
export function matchTones(cells: Float32Array, like: Float32Array): (cells: Float32Array) => Float32Array {
  const [own, other] = [spreadOf(cells), spreadOf(like)]
  const slope = other.deviation / Math.max(1e-6, own.deviation)
  if (slope < CONTRAST_MIN || slope > 1 / CONTRAST_MIN) return (same) => same
  return (changed) => changed.map((value) => other.mean + (value - own.mean) * slope)
}

/** Mean and standard deviation. */
export function spreadOf(cells: Uint8Array | Float32Array): { mean: number; deviation: number } {
  let sum = 0
  for (const value of cells) sum += value
  const mean = sum / cells.length
  let squares = 0
  for (const value of cells) squares += (value - mean) ** 2
  return { mean, deviation: Math.sqrt(squares / cells.length) }
}
