import type { Pixels } from './pixels.ts'

export type Color = readonly [number, number, number]

/** Number of color clusters. Soft edges use up some of them; with fewer, white letters and a pale background would merge. */
const COLORS = 12
const ROUNDS = 5
const SAMPLES_MAX = 1500
/** A color this near to the segment between two others, as a share of the segment's length, is their soft edge. */
const EDGE_NEAR = 0.16
/** An edge color lies at least this share of the segment away from both ends. */
const EDGE_FROM = 0.12
/** Maximum mean width of a soft edge, in pixels. */
const EDGE_WIDTH_MAX = 3.5
const ROW_STEP = 3

export interface LineColors {
  colors: Color[]
  /** For each color, whether it is only the soft edge between two others. */
  isEdge: boolean[]
}

/**
 * Finds the main colors of a line by k-means, starting from colors far from each other.
 * @param core first and last row to sample
 */
export function mainColors(line: Pixels, core: { top: number; bottom: number }): LineColors {
  const { data, width } = line
  const [from, to] = [Math.round(core.top) * width, (Math.round(core.bottom) + 1) * width]
  const step = Math.max(1, Math.floor((to - from) / SAMPLES_MAX))
  const samples: Color[] = []
  for (let at = from; at < to; at += step)
    samples.push([data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0])
  const colors: Color[] = [meanOf(samples)]
  while (colors.length < COLORS) {
    let furthest: Color = colors[0] ?? [0, 0, 0]
    let most = 0
    for (const sample of samples) {
      const distance = nearestOf(sample, colors).distance
      if (distance > most) {
        most = distance
        furthest = sample
      }
    }
    colors.push(furthest)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const groups: Color[][] = colors.map(() => [])
    for (const sample of samples) groups[nearestOf(sample, colors).index]?.push(sample)
    groups.forEach((group, index) => {
      if (group.length > 0) colors[index] = meanOf(group)
    })
  }
  const runs = meanRuns(line, core, colors)
  const isEdge = colors.map((color, index) => (runs[index] ?? 0) < EDGE_WIDTH_MAX && isBetween(color, colors))
  return { colors, isEdge }
}

/** The mean length of horizontal runs of each color, in pixels. */
function meanRuns({ data, width }: Pixels, core: { top: number; bottom: number }, colors: readonly Color[]): number[] {
  const pixels = colors.map(() => 0)
  const runs = colors.map(() => 0)
  for (let y = Math.round(core.top); y <= core.bottom; y += ROW_STEP) {
    let before = -1
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      const { index } = nearestOf([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0], colors)
      pixels[index] = (pixels[index] ?? 0) + 1
      if (index !== before) runs[index] = (runs[index] ?? 0) + 1
      before = index
    }
  }
  return pixels.map((count, index) => count / Math.max(1, runs[index] ?? 0))
}

function meanOf(colors: Color[]): Color {
  let [red, green, blue] = [0, 0, 0]
  for (const color of colors) {
    red += color[0]
    green += color[1]
    blue += color[2]
  }
  return [red / colors.length, green / colors.length, blue / colors.length]
}

/** The squared distance. */
const distanceOf = (a: Color, b: Color) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2

function nearestOf(color: Color, colors: readonly Color[]): { index: number; distance: number } {
  let [index, distance] = [0, Number.POSITIVE_INFINITY]
  for (let other = 0; other < colors.length; other += 1) {
    const to = distanceOf(color, colors[other] ?? color)
    if (to < distance) {
      distance = to
      index = other
    }
  }
  return { index, distance }
}

function isBetween(color: Color, colors: readonly Color[]): boolean {
  return colors.some((a, first) =>
    colors.some((b, second) => {
      if (first >= second || a === color || b === color) return false
      const length = distanceOf(a, b)
      if (length === 0) return false
      const along =
        ((color[0] - a[0]) * (b[0] - a[0]) + (color[1] - a[1]) * (b[1] - a[1]) + (color[2] - a[2]) * (b[2] - a[2])) /
        length
      if (along < EDGE_FROM || along > 1 - EDGE_FROM) return false
      const foot: Color = [a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along, a[2] + (b[2] - a[2]) * along]
      return distanceOf(color, foot) < length * EDGE_NEAR ** 2
    }),
  )
}
