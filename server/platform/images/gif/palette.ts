/** Colors of one palette; index 0 is the transparent one. */
export interface Palette {
  /** Red, green, and blue of each color. */
  colors: Uint8Array
  size: number
}

/** Bits of a channel in the histogram. */
const BITS = 5
const SIDE = 1 << BITS
const SHIFT = 8 - BITS
/** Pixels that are counted; more do not improve a palette. */
const SAMPLE_PIXELS = 100_000
export const CHANNELS = 4
/** Pixels with a lower alpha are transparent. */
export const OPAQUE = 128
/** Passes of Lloyd's algorithm, which move each color to the mean of the pixels that use it. */
const PASSES = 2

interface Bins {
  /** Number of pixels of each bin, and the sums of their channels. */
  counts: Float64Array
  sums: Float64Array
  /** Bins with pixels. */
  used: number[]
}

/** The bin of a color in a histogram with 5 bits per channel. */
const binOf = (red: number, green: number, blue: number): number =>
  ((red >> SHIFT) << (2 * BITS)) | ((green >> SHIFT) << BITS) | (blue >> SHIFT)

const BIN_COUNT = SIDE ** 3

/**
 * Chooses a palette for all frames by median cut (Heckbert 1982), improved by Lloyd's algorithm.
 * @param pixels RGBA
 * @param size at most 256, with the transparent color
 */
export function choosePalette(pixels: Uint8Array, size: number): Palette {
  const bins = countBins(pixels)
  const boxes: number[][] = bins.used.length > 0 ? [bins.used] : []
  while (boxes.length < size - 1) {
    const at = widestBox(boxes, bins)
    if (at < 0) break
    boxes.splice(at, 1, ...splitBox(boxes[at] as number[], bins))
  }
  const colors = new Uint8Array(size * 3)
  for (const [index, box] of boxes.entries()) colors.set(meanOf(box, bins), (index + 1) * 3)
  const palette = { colors, size: boxes.length + 1 }
  for (let pass = 0; pass < PASSES; pass += 1) moveToMeans(palette, bins)
  return palette
}

/**
 * Returns a function that finds the index of the nearest color, except the transparent one. It searches outward from the colors with
 * the same green, and stops when green alone differs more than the best color so far. It starts with its last result, because
 * neighboring pixels often have similar colors.
 */
export function nearestIn({ colors, size }: Palette): (red: number, green: number, blue: number) => number {
  const order = Array.from({ length: size - 1 }, (_, index) => index + 1).sort(
    (one, other) => (colors[one * 3 + 1] as number) - (colors[other * 3 + 1] as number),
  )
  const channel = (at: number) => Int32Array.from(order, (index) => colors[index * 3 + at] as number)
  const [reds, greens, blues] = [channel(0), channel(1), channel(2)]
  /** The first color with this green or more. */
  const firsts = new Int32Array(256)
  for (let green = 0, first = 0; green < 256; green += 1) {
    while (first < order.length && (greens[first] as number) < green) first += 1
    firsts[green] = first
  }
  const distanceTo = (at: number, red: number, green: number, blue: number): number => {
    const [r, g, b] = [(reds[at] as number) - red, (greens[at] as number) - green, (blues[at] as number) - blue]
    return 2 * r * r + 4 * g * g + 3 * b * b
  }
  const isFar = (at: number, green: number, least: number): boolean =>
    4 * ((greens[at] as number) - green) ** 2 >= least
  let last = 0
  return (red, green, blue) => {
    if (order.length === 0) return 1
    let best = last
    let least = distanceTo(best, red, green, blue)
    const look = (at: number) => {
      const distance = distanceTo(at, red, green, blue)
      if (distance < least) [best, least] = [at, distance]
    }
    const first = firsts[green] as number
    for (let at = first; at < order.length && !isFar(at, green, least); at += 1) look(at)
    for (let at = first - 1; at >= 0 && !isFar(at, green, least); at -= 1) look(at)
    last = best
    return order[best] as number
  }
}

function countBins(pixels: Uint8Array): Bins {
  const counts = new Float64Array(BIN_COUNT)
  const sums = new Float64Array(BIN_COUNT * 3)
  // An odd step does not repeat the same columns.
  const step = CHANNELS * (Math.floor(pixels.length / CHANNELS / SAMPLE_PIXELS) | 1)
  for (let at = 0; at < pixels.length; at += step) {
    if ((pixels[at + 3] as number) < OPAQUE) continue
    const [red, green, blue] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
    const bin = binOf(red, green, blue)
    counts[bin] = (counts[bin] as number) + 1
    sums[bin * 3] = (sums[bin * 3] as number) + red
    sums[bin * 3 + 1] = (sums[bin * 3 + 1] as number) + green
    sums[bin * 3 + 2] = (sums[bin * 3 + 2] as number) + blue
  }
  const used: number[] = []
  for (let bin = 0; bin < BIN_COUNT; bin += 1) if (counts[bin]) used.push(bin)
  return { counts, sums, used }
}

const countOf = (box: readonly number[], { counts }: Bins): number =>
  box.reduce((sum, bin) => sum + (counts[bin] as number), 0)

function meanOf(box: readonly number[], bins: Bins): [number, number, number] {
  const total = countOf(box, bins)
  const mean = (channel: number) =>
    Math.round(box.reduce((sum, bin) => sum + (bins.sums[bin * 3 + channel] as number), 0) / total)
  return [mean(0), mean(1), mean(2)]
}

const channelOf = (bin: number, channel: number): number => (bin >> ((2 - channel) * BITS)) & (SIDE - 1)

/** Returns the channel with the largest range, and the range. */
function widestChannel(box: readonly number[]): { channel: number; range: number } {
  let widest = { channel: 0, range: -1 }
  for (let channel = 0; channel < 3; channel += 1) {
    let [low, high] = [SIDE, 0]
    for (const bin of box) {
      const value = channelOf(bin, channel)
      if (value < low) low = value
      if (value > high) high = value
    }
    if (high - low > widest.range) widest = { channel, range: high - low }
  }
  return widest
}

/** Scores of boxes do not change, so they are computed once. */
const scores = new WeakMap<readonly number[], number>()

function scoreOf(box: readonly number[], bins: Bins): number {
  const known = scores.get(box)
  if (known !== undefined) return known
  // Large areas of nearly one color matter less than their number of pixels.
  const score = box.length < 2 ? -1 : Math.sqrt(countOf(box, bins)) * widestChannel(box).range ** 2
  scores.set(box, score)
  return score
}

/** Returns the position of the box to split; -1 if none has several bins. */
function widestBox(boxes: readonly number[][], bins: Bins): number {
  let [best, most] = [-1, 0]
  for (const [at, box] of boxes.entries()) {
    const score = scoreOf(box, bins)
    if (score > most) [best, most] = [at, score]
  }
  return best
}

/** Splits a box at the mean of its widest channel. */
function splitBox(box: readonly number[], { counts }: Bins): [number[], number[]] {
  const { channel } = widestChannel(box)
  let [sum, count] = [0, 0]
  for (const bin of box) {
    sum += channelOf(bin, channel) * (counts[bin] as number)
    count += counts[bin] as number
  }
  const middle = sum / count
  return [box.filter((bin) => channelOf(bin, channel) <= middle), box.filter((bin) => channelOf(bin, channel) > middle)]
}

function moveToMeans(palette: Palette, bins: Bins): void {
  const totals = new Float64Array(palette.size * 4)
  const nearest = nearestIn(palette)
  for (const bin of bins.used) {
    const count = bins.counts[bin] as number
    const sum = (channel: number) => bins.sums[bin * 3 + channel] as number
    const mean = (channel: number) => Math.round(sum(channel) / count)
    const at = nearest(mean(0), mean(1), mean(2)) * 4
    totals[at] = (totals[at] as number) + count
    for (let channel = 0; channel < 3; channel += 1)
      totals[at + 1 + channel] = (totals[at + 1 + channel] as number) + sum(channel)
  }
  for (let index = 1; index < palette.size; index += 1) {
    const count = totals[index * 4] as number
    for (let channel = 0; count > 0 && channel < 3; channel += 1)
      palette.colors[index * 3 + channel] = Math.round((totals[index * 4 + 1 + channel] as number) / count)
  }
}
