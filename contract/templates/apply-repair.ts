import type { Size } from './caption-layout.ts'
import { fillGaps } from './fill-gaps.ts'

/** A line drawn with a round brush, in fractions of the picture; the size is a share of its width. */
export interface Stroke {
  points: readonly { x: number; y: number }[]
  size: number
}

/** The part of the surroundings that fills a stroke, as a multiple of the brush's size. */
const SURROUNDINGS = 2

interface Region extends Size {
  left: number
  top: number
}

/**
 * Replaces the pixels below a stroke: by those of another picture of the same size, or by colors that blend between the pixels around it.
 * Browser and server call it, so that the preview is the result.
 * @param data RGB, row by row; changed in place
 * @returns the pixels before, which `undoRepair` takes
 */
export function applyRepair(data: Uint8Array, size: Size, stroke: Stroke, source?: Uint8Array): Uint8Array {
  const region = regionOf(stroke, size)
  const mask = maskOf(stroke, size, region)
  const before = cut(data, size, region)
  const part = source ? cut(source, size, region) : new Uint8Array(before)
  if (!source)
    fillGaps(
      part,
      mask.map((covered) => 1 - covered),
      region,
    )
  paste(data, size, region, (at, channel) => (mask[at] === 1 ? part[at * 3 + channel] : before[at * 3 + channel]))
  return before
}

/** Restores the pixels before a stroke. */
export function undoRepair(data: Uint8Array, size: Size, stroke: Stroke, before: Uint8Array): void {
  paste(data, size, regionOf(stroke, size), (at, channel) => before[at * 3 + channel])
}

/** Returns the rectangle with a stroke and its surroundings. */
function regionOf({ points, size }: Stroke, { width, height }: Size): Region {
  const around = (0.5 + SURROUNDINGS) * size * width
  const xs = points.map(({ x }) => x * width)
  const ys = points.map(({ y }) => y * height)
  const left = Math.max(0, Math.floor(Math.min(...xs) - around))
  const top = Math.max(0, Math.floor(Math.min(...ys) - around))
  return {
    left,
    top,
    width: Math.min(width, Math.ceil(Math.max(...xs) + around)) - left,
    height: Math.min(height, Math.ceil(Math.max(...ys) + around)) - top,
  }
}

/**
 * Returns a mask of the region with 1 below the stroke. In each row, tests only the pixels near the part of a line that is close to the row: a
 * long line across the picture would otherwise take as long as the whole picture.
 */
function maskOf({ points, size }: Stroke, whole: Size, { left, top, width, height }: Region): Uint8Array {
  const mask = new Uint8Array(width * height)
  const radius = Math.max(0.5, (size * whole.width) / 2)
  points.forEach((point, nth) => {
    const from = points[Math.max(0, nth - 1)] ?? point
    const [ax, ay] = [from.x * whole.width - left, from.y * whole.height - top]
    const [dx, dy] = [point.x * whole.width - left - ax, point.y * whole.height - top - ay]
    const length = dx ** 2 + dy ** 2
    const lastY = Math.min(height, Math.max(ay, ay + dy) + radius)
    for (let y = Math.max(0, Math.floor(Math.min(ay, ay + dy) - radius)); y < lastY; y += 1) {
      const ends = [-radius, radius].map(
        (off) => ax + dx * share(dy === 0 ? Number(off > 0) : (y + 0.5 + off - ay) / dy),
      )
      const lastX = Math.min(width, Math.max(...ends) + radius)
      for (let x = Math.max(0, Math.floor(Math.min(...ends) - radius)); x < lastX; x += 1) {
        if (mask[y * width + x] === 1) continue
        const along = length === 0 ? 0 : share(((x + 0.5 - ax) * dx + (y + 0.5 - ay) * dy) / length)
        if ((x + 0.5 - ax - along * dx) ** 2 + (y + 0.5 - ay - along * dy) ** 2 <= radius ** 2) mask[y * width + x] = 1
      }
    }
  })
  return mask
}

const share = (value: number) => Math.max(0, Math.min(1, value))

function cut(data: Uint8Array, whole: Size, { left, top, width, height }: Region): Uint8Array {
  const part = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * whole.width + left) * 3
    part.set(data.subarray(from, from + width * 3), y * width * 3)
  }
  return part
}

function paste(
  data: Uint8Array,
  whole: Size,
  { left, top, width, height }: Region,
  colorAt: (at: number, channel: number) => number | undefined,
): void {
  for (let at = 0; at < width * height; at += 1) {
    const into = ((top + Math.floor(at / width)) * whole.width + left + (at % width)) * 3
    for (let channel = 0; channel < 3; channel += 1) data[into + channel] = colorAt(at, channel) ?? 0
  }
}
