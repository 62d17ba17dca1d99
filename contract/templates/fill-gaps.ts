interface Level {
  width: number
  height: number
  /** Weighted color sums. */
  sums: Float32Array
  weights: Float32Array
}

const CHANNELS = 3

/**
 * Fills unknown pixels with colors that blend smoothly between the known ones around them: averages at ever coarser sizes, then
 * interpolates from the finest known level. Changes `data` in place; leaves it unchanged if no pixel is known.
 * @param data RGB, row by row
 * @param known 1 for each known pixel
 */
export function fillGaps(
  data: Uint8Array,
  known: Uint8Array,
  { width, height }: { width: number; height: number },
): void {
  const levels: Level[] = []
  let level = firstLevel(data, known, width, height)
  levels.push(level)
  while (level.width > 1 || level.height > 1) {
    level = coarser(level)
    levels.push(level)
  }
  if ((level.weights[0] ?? 0) === 0) return
  for (let nth = levels.length - 2; nth >= 0; nth -= 1) fillFrom(levels[nth + 1] as Level, levels[nth] as Level)
  const finest = levels[0] as Level
  for (let at = 0; at < known.length; at += 1) {
    if (known[at] === 1) continue
    const from = ((Math.floor(at / width) >> 1) * finest.width + ((at % width) >> 1)) * CHANNELS
    for (let channel = 0; channel < CHANNELS; channel += 1)
      data[at * CHANNELS + channel] = Math.round(finest.sums[from + channel] ?? 0)
  }
}

const emptyLevel = (width: number, height: number): Level => ({
  width,
  height,
  sums: new Float32Array(width * height * CHANNELS),
  weights: new Float32Array(width * height),
})

/** Builds the first level, at half the picture's size, which is fine enough for smooth colors. */
function firstLevel(data: Uint8Array, known: Uint8Array, width: number, height: number): Level {
  const level = emptyLevel(Math.ceil(width / 2), Math.ceil(height / 2))
  for (let at = 0; at < known.length; at += 1) {
    if (known[at] !== 1) continue
    const into = (Math.floor(at / width) >> 1) * level.width + ((at % width) >> 1)
    level.weights[into] = (level.weights[into] ?? 0) + 1
    for (let channel = 0; channel < CHANNELS; channel += 1)
      level.sums[into * CHANNELS + channel] =
        (level.sums[into * CHANNELS + channel] ?? 0) + (data[at * CHANNELS + channel] ?? 0)
  }
  return averaged(level)
}

function coarser(fine: Level): Level {
  const level = emptyLevel(Math.ceil(fine.width / 2), Math.ceil(fine.height / 2))
  for (let at = 0; at < fine.weights.length; at += 1) {
    if ((fine.weights[at] ?? 0) === 0) continue
    const into = (Math.floor(at / fine.width) >> 1) * level.width + ((at % fine.width) >> 1)
    level.weights[into] = (level.weights[into] ?? 0) + 1
    for (let channel = 0; channel < CHANNELS; channel += 1)
      level.sums[into * CHANNELS + channel] =
        (level.sums[into * CHANNELS + channel] ?? 0) + (fine.sums[at * CHANNELS + channel] ?? 0)
  }
  return averaged(level)
}

function averaged(level: Level): Level {
  for (let at = 0; at < level.weights.length; at += 1) {
    const weight = level.weights[at] ?? 0
    if (weight === 0) continue
    for (let channel = 0; channel < CHANNELS; channel += 1)
      level.sums[at * CHANNELS + channel] = (level.sums[at * CHANNELS + channel] ?? 0) / weight
    level.weights[at] = 1
  }
  return level
}

/** Interpolates unknown cells of the finer level from the four nearest cells of the coarser one. */
function fillFrom(coarse: Level, fine: Level): void {
  for (let y = 0; y < fine.height; y += 1) {
    for (let x = 0; x < fine.width; x += 1) {
      const at = y * fine.width + x
      if (fine.weights[at] === 1) continue
      const across = nearest(x, coarse.width)
      const down = nearest(y, coarse.height)
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const value = (row: number, column: number) =>
          coarse.sums[(row * coarse.width + column) * CHANNELS + channel] ?? 0
        const upper = value(down.near, across.near) * 0.75 + value(down.near, across.far) * 0.25
        const lower = value(down.far, across.near) * 0.75 + value(down.far, across.far) * 0.25
        fine.sums[at * CHANNELS + channel] = upper * 0.75 + lower * 0.25
      }
    }
  }
}

/** Returns the coarse cell that contains a fine one, and the neighbor on its side. */
function nearest(fine: number, cells: number): { near: number; far: number } {
  const near = fine >> 1
  return { near, far: Math.max(0, Math.min(cells - 1, near + (fine % 2 === 0 ? -1 : 1))) }
}
