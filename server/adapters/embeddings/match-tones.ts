/** A darker or flatter copy has this share of the contrast at least. */
const CONTRAST_MIN = 0.45

/** What gives cells the mean and the contrast of others; nothing where the contrasts are too far apart for a copy. */
export function matchTones(cells: Float32Array, like: Float32Array): (cells: Float32Array) => Float32Array {
  const [own, other] = [spreadOf(cells), spreadOf(like)]
  const slope = other.deviation / Math.max(1e-6, own.deviation)
  if (slope < CONTRAST_MIN || slope > 1 / CONTRAST_MIN) return (same) => same
  return (changed) => changed.map((value) => other.mean + (value - own.mean) * slope)
}

function spreadOf(cells: Float32Array): { mean: number; deviation: number } {
  const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length
  return { mean, deviation: Math.sqrt(cells.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cells.length) }
}
