import type { Rectangle } from './fit-rectangle.ts'
import { halve, type Pixels } from './pixels.ts'

/** Cuts rectangles out of one picture, rotates them to horizontal and scales them to a height. */
export type CutLine = (rectangle: Rectangle, height: number, more?: { above: number; below: number }) => Pixels

/** Maximum width-to-height ratio of a line that is read in one piece. */
export const LINE_WIDTH_MAX = 34

/** @returns a function that caches smaller versions of the picture for large letters */
export function cutterOf(picture: Pixels): CutLine {
  const sizes = [picture]
  const versionFor = (shrink: number) => {
    let level = 0
    while (2 ** (level + 1) <= shrink) {
      sizes[level + 1] ??= halve(sizes[level] ?? picture)
      level += 1
    }
    return { version: sizes[level] ?? picture, factor: 2 ** level }
  }
  return (rectangle, height, more = { above: 0, below: 0 }) => {
    const full = rectangle.height * (1 + more.above + more.below)
    const scale = full / height
    const width = Math.max(8, Math.min(Math.round(rectangle.width / scale), height * LINE_WIDTH_MAX))
    const { version, factor } = versionFor(scale)
    const [cosine, sine] = [Math.cos(rectangle.angle), Math.sin(rectangle.angle)]
    const data = new Uint8Array(width * height * 3)
    for (let row = 0; row < height; row += 1) {
      const across = (row + 0.5) * scale - rectangle.height * (0.5 + more.above)
      for (let column = 0; column < width; column += 1) {
        const along = ((column + 0.5) / width - 0.5) * rectangle.width
        const x = (rectangle.x + along * cosine - across * sine) / factor - 0.5
        const y = (rectangle.y + along * sine + across * cosine) / factor - 0.5
        sample(version, x, y, data, (row * width + column) * 3)
      }
    }
    return { data, width, height }
  }
}

/** Pixels outside the picture. Repeating the edge would lengthen marks that it cuts off, so that they look like bars. */
const OUTSIDE = 128

/** Samples bilinearly; at the edge of the picture, the nearest pixel is used. */
function sample({ data, width, height }: Pixels, x: number, y: number, into: Uint8Array, at: number): void {
  if (x < -1 || y < -1 || x > width || y > height) {
    into.fill(OUTSIDE, at, at + 3)
    return
  }
  const left = Math.max(0, Math.min(width - 1, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 1, Math.floor(y)))
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const [across, down] = [Math.max(0, Math.min(1, x - left)), Math.max(0, Math.min(1, y - top))]
  const [a, b] = [(top * width + left) * 3, (top * width + right) * 3]
  const [c, d] = [(bottom * width + left) * 3, (bottom * width + right) * 3]
  for (let channel = 0; channel < 3; channel += 1) {
    const upper = (data[a + channel] ?? 0) * (1 - across) + (data[b + channel] ?? 0) * across
    const lower = (data[c + channel] ?? 0) * (1 - across) + (data[d + channel] ?? 0) * across
    into[at + channel] = upper * (1 - down) + lower * down
  }
}
