import type { Pixels } from './pixels.ts'

/** A window of about the size of a short word in small letters. */
const WINDOW = { width: 32, height: 16 }
const STEP = 8
/** Minimum brightness difference (of 255) between the left and right neighbors of a pixel for it to be an edge. */
const EDGE = 24
/** An object crossing a row of a window causes this many edges; only further edges count. */
const EDGES_FREE = 2
/** Minimum number of further edges, over all rows of a window, that indicates letters. */
const EDGES_MIN = 14

/**
 * Returns true if some window has as many alternating edges, from dark to light and back, as small letters have. Grain is too
 * faint, and large letters and objects are too coarse.
 */
export function hasFineDetail({ data, width, height }: Pixels): boolean {
  const windows = Math.floor((width - WINDOW.width) / STEP) + 1
  if (windows < 1 || height < WINDOW.height) return true
  const rows: Uint8Array[] = []
  const sums = new Uint16Array(windows)
  const light = new Uint8Array(width)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      light[x] = ((data[at] ?? 0) + 2 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) >> 2
    }
    const row = furtherEdges(light, windows)
    rows.push(row)
    const left = rows.length > WINDOW.height ? rows.shift() : undefined
    for (let at = 0; at < windows; at += 1) {
      const sum = (sums[at] ?? 0) + (row[at] ?? 0) - (left?.[at] ?? 0)
      if (sum >= EDGES_MIN) return true
      sums[at] = sum
    }
  }
  return false
}

/** Counts for each window the edges in one row that follow an edge of the opposite direction, minus EDGES_FREE. */
function furtherEdges(light: Uint8Array, windows: number): Uint8Array {
  const steps = new Uint8Array(windows + WINDOW.width / STEP)
  let before = 0
  for (let x = 1; x < light.length - 1; x += 1) {
    const change = (light[x + 1] ?? 0) - (light[x - 1] ?? 0)
    if (Math.abs(change) < EDGE || Math.sign(change) === before) continue
    before = Math.sign(change)
    const step = Math.floor(x / STEP)
    steps[step] = (steps[step] ?? 0) + 1
  }
  const further = new Uint8Array(windows)
  for (let at = 0; at < windows; at += 1) {
    let edges = 0
    for (let step = at; step < at + WINDOW.width / STEP; step += 1) edges += steps[step] ?? 0
    further[at] = Math.max(0, edges - EDGES_FREE)
  }
  return further
}
