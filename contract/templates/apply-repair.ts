import { fillGaps } from './fill-gaps.ts'

interface Size {
  width: number
  height: number
}

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

/** Returns a mask of the region with 1 below the stroke. */
function maskOf({ points, size }: Stroke, whole: Size, { left, top, width, height }: Region): Uint8Array {
  const mask = new Uint8Array(width * height)
  const radius = Math.max(0.5, (size * whole.width) / 2)
  points.forEach((point, nth) => {
    const from = points[Math.max(0, nth - 1)] ?? point
    const [ax, ay] = [from.x * whole.width - left, from.y * whole.height - top]
    const [bx, by] = [point.x * whole.width - left, point.y * whole.height - top]
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    const [firstY, lastY] = [Math.max(0, Math.floor(Math.min(ay, by) - radius)), Math.max(ay, by) + radius]
    const [firstX, lastX] = [Math.max(0, Math.floor(Math.min(ax, bx) - radius)), Math.max(ax, bx) + radius]
    for (let y = firstY; y < Math.min(height, lastY); y += 1) {
      for (let x = firstX; x < Math.min(width, lastX); x += 1) {
        const along = length === 0 ? 0 : ((x + 0.5 - ax) * (bx - ax) + (y + 0.5 - ay) * (by - ay)) / length
        const nearest = Math.max(0, Math.min(1, along))
        const away = Math.hypot(x + 0.5 - ax - nearest * (bx - ax), y + 0.5 - ay - nearest * (by - ay))
        if (away <= radius) mask[y * width + x] = 1
      }
    }
  })
  return mask
}

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
