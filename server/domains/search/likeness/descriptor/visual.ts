import type { Decoded } from '#server/platform/images/canvas.ts'
import { maskCaption } from './caption-mask.ts'
import { type Content, findContent, isWhole } from './content.ts'
import { fingerprintOf } from './fingerprint.ts'
import { lightened } from './levels.ts'
import { type Pixels, readPixels, SIDE } from './pixels.ts'

/** Increment this when the same picture would get a different vector or fingerprint. */
export const VISUAL_VERSION = 3
/** Length of a vector, as in the database column; unused values are 0. */
export const VISUAL_DIMENSIONS = 256

/** The visual descriptors of a picture. */
export interface VisualDescriptor {
  /**
   * A unit vector of VISUAL_DIMENSIONS; the cosine of two vectors measures how similar the layouts are. Null for a flat picture.
   */
  vector: number[] | null
  /** The fingerprint, for isSamePicture. */
  blocks: Uint8Array
}

const LIGHT_GRID = 8
const COLOR_GRID = 4
const EDGE_GRID = 4
const EDGE_DIRECTIONS = 6
/** Minimum strength of an edge, in luma. */
const EDGE_MIN = 6
const LIGHT_LENGTH = LIGHT_GRID * LIGHT_GRID
const COLOR_LENGTH = COLOR_GRID * COLOR_GRID

/** Weights in the cosine. Color weighs least, so that grayscale copies stay close. */
const SHARES = { light: 0.5, edges: 0.38, color: 0.12 }

/** Weights by row of the luma grid. Rows at the top and bottom, where captions are, count less. */
const ROW_WEIGHTS = [0.55, 0.8, 1, 1, 1, 1, 0.8, 0.55]

/**
 * Measures a picture without a trained model: the layout of blurred luma, of edges by direction, and of color, each for the
 * content between bars and without outlined captions.
 * @param source path or bytes of a picture made by this server, of which the middle frame is used, or its decoded pixels
 */
export async function describeImage(source: string | Buffer | Decoded): Promise<VisualDescriptor> {
  const pixels = await readPixels(source)
  return { vector: vectorOf(pixels), blocks: fingerprintOf(pixels.light) }
}

function vectorOf(seen: Pixels): number[] | null {
  const whole = lightened(seen)
  const content = findContent(whole)
  const pixels = isWhole(content) ? whole : lightened(seen, content)
  const mask = maskCaption(pixels.light)
  const light = normalized(centered(grid([pixels.light], mask, content, LIGHT_GRID)).map(byRow), SHARES.light)
  const edges = normalized(edgesOf(pixels.light, mask, content), SHARES.edges)
  const color = normalized(grid([pixels.blue, pixels.red], mask, content, COLOR_GRID), SHARES.color)
  const vector = [...light, ...edges, ...color]
  const unit = normalized(vector, 1)
  if (unit.every((value) => value === 0)) return null
  return [...unit, ...new Array<number>(VISUAL_DIMENSIONS - unit.length).fill(0)].map((value) => round(value))
}

const round = (value: number) => Math.round(value * 1e5) / 1e5
const byRow = (value: number, index: number) => value * (ROW_WEIGHTS[Math.floor(index / LIGHT_GRID)] ?? 1)

/**
 * Averages planes in cells, one plane after the other. Soft binning: each pixel counts towards the two nearest cells in each
 * direction, so that a shift changes little.
 */
function grid(planes: readonly Float32Array[], mask: Float32Array, content: Content, cells: number): number[] {
  const size = cells * cells
  const sums = planes.map((values) => ({ values, found: new Float64Array(size) }))
  const counts = new Float64Array(size)
  const [rows, columns] = [softCells(content.top, content.bottom, cells), softCells(content.left, content.right, cells)]
  const nearest = createNearest()
  for (let y = content.top; y < content.bottom; y += 1)
    for (let x = content.left; x < content.right; x += 1) {
      setNearest(nearest, rows, y - content.top, columns, x - content.left, cells)
      const index = y * SIDE + x
      // Masked pixels get a tiny weight, so that a cell full of caption still has a value.
      weigh(nearest, (mask[index] ?? 0) + 0.02)
      addTo(counts, nearest, 1)
      for (const { values, found } of sums) addTo(found, nearest, values[index] ?? 0)
    }
  return sums.flatMap(({ found }) => Array.from(found, (sum, at) => sum / Math.max(1e-6, counts[at] ?? 0)))
}

/** The four cells of a pixel and its weight in each; reused for every pixel. The cells at an edge may be the same. */
interface Nearest {
  aboveLeft: number
  belowLeft: number
  aboveRight: number
  belowRight: number
  aboveLeftShare: number
  belowLeftShare: number
  aboveRightShare: number
  belowRightShare: number
}

const createNearest = (): Nearest => ({
  aboveLeft: 0,
  belowLeft: 0,
  aboveRight: 0,
  belowRight: 0,
  // Not whole numbers, which V8 would represent in another way.
  aboveLeftShare: 0.5,
  belowLeftShare: 0.5,
  aboveRightShare: 0.5,
  belowRightShare: 0.5,
})

/** Runs 25,600 times per measure and picture, so it allocates nothing. */
function setNearest(nearest: Nearest, rows: SoftCells, y: number, columns: SoftCells, x: number, side: number): void {
  const above = (rows.lower[y] ?? 0) * side
  const below = (rows.upper[y] ?? 0) * side
  const left = columns.lower[x] ?? 0
  const right = columns.upper[x] ?? 0
  const aboveShare = rows.lowerShare[y] ?? 0
  const belowShare = rows.upperShare[y] ?? 0
  const leftShare = columns.lowerShare[x] ?? 0
  const rightShare = columns.upperShare[x] ?? 0
  nearest.aboveLeft = above + left
  nearest.belowLeft = below + left
  nearest.aboveRight = above + right
  nearest.belowRight = below + right
  nearest.aboveLeftShare = leftShare * aboveShare
  nearest.belowLeftShare = leftShare * belowShare
  nearest.aboveRightShare = rightShare * aboveShare
  nearest.belowRightShare = rightShare * belowShare
}

function weigh(nearest: Nearest, weight: number): void {
  nearest.aboveLeftShare *= weight
  nearest.belowLeftShare *= weight
  nearest.aboveRightShare *= weight
  nearest.belowRightShare *= weight
}

function addTo(sums: Float64Array, nearest: Nearest, value: number): void {
  const { aboveLeft, belowLeft, aboveRight, belowRight } = nearest
  sums[aboveLeft] = (sums[aboveLeft] ?? 0) + nearest.aboveLeftShare * value
  sums[belowLeft] = (sums[belowLeft] ?? 0) + nearest.belowLeftShare * value
  sums[aboveRight] = (sums[aboveRight] ?? 0) + nearest.aboveRightShare * value
  sums[belowRight] = (sums[belowRight] ?? 0) + nearest.belowRightShare * value
}

/** The two nearest cells of each row or column, with their weights. */
interface SoftCells {
  lower: Int32Array
  upper: Int32Array
  lowerShare: Float64Array
  upperShare: Float64Array
}

function softCells(from: number, to: number, cells: number): SoftCells {
  const length = to - from
  const found = {
    lower: new Int32Array(length),
    upper: new Int32Array(length),
    lowerShare: new Float64Array(length),
    upperShare: new Float64Array(length),
  }
  const within = (cell: number) => Math.min(cells - 1, Math.max(0, cell))
  for (let nth = 0; nth < length; nth += 1) {
    const at = ((nth + 0.5) / length) * cells - 0.5
    const lower = Math.floor(at)
    found.lower[nth] = within(lower)
    found.upper[nth] = within(lower + 1)
    found.lowerShare[nth] = 1 - (at - lower)
    found.upperShare[nth] = at - lower
  }
  return found
}

/** Edge strength per direction in each cell; directions are undirected, from 0 to 180 degrees. */
function edgesOf(light: Float32Array, mask: Float32Array, content: Content): number[] {
  // One plane of cells per direction.
  const planes = Array.from({ length: EDGE_DIRECTIONS }, () => new Float64Array(EDGE_GRID * EDGE_GRID))
  const inner = {
    top: content.top + 2,
    bottom: content.bottom - 2,
    left: content.left + 2,
    right: content.right - 2,
  }
  const rows = softCells(inner.top, inner.bottom, EDGE_GRID)
  const columns = softCells(inner.left, inner.right, EDGE_GRID)
  const nearest = createNearest()
  for (let y = inner.top; y < inner.bottom; y += 1)
    for (let x = inner.left; x < inner.right; x += 1) {
      const index = y * SIDE + x
      const isMasked = mask[index] === 0 || mask[index - 2] === 0 || mask[index + 2] === 0
      if (isMasked || mask[index - 2 * SIDE] === 0 || mask[index + 2 * SIDE] === 0) continue
      const across = (light[index + 2] ?? 0) - (light[index - 2] ?? 0)
      const down = (light[index + 2 * SIDE] ?? 0) - (light[index - 2 * SIDE] ?? 0)
      // Spares the slow measure for most pixels.
      if (Math.abs(across) + Math.abs(down) < EDGE_MIN) continue
      const strength = Math.hypot(across, down)
      if (strength < EDGE_MIN) continue
      const angle = ((Math.atan2(down, across) + Math.PI) / Math.PI) % 1
      const direction = angle * EDGE_DIRECTIONS
      const lower = Math.floor(direction)
      const part = direction - lower
      setNearest(nearest, rows, y - inner.top, columns, x - inner.left, EDGE_GRID)
      weigh(nearest, Math.sqrt(strength))
      addTo(planes[lower % EDGE_DIRECTIONS] as Float64Array, nearest, 1 - part)
      addTo(planes[(lower + 1) % EDGE_DIRECTIONS] as Float64Array, nearest, part)
    }
  const found = Array.from({ length: EDGE_GRID * EDGE_GRID }, (_, cell) => planes.map((plane) => plane[cell] ?? 0))
  return centered(found.flat().map(Math.sqrt))
}

function centered(values: number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}

/** Scales a vector to a squared length of `share`; zero vectors of flat pictures stay zero. */
function normalized(values: number[], share: number): number[] {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  if (length < 1e-6) return values.map(() => 0)
  return values.map((value) => (value / length) * Math.sqrt(share))
}

/** Returns the vector of the mirrored picture: a permutation of the same numbers. */
export function mirrored(vector: readonly number[]): number[] {
  const at = (index: number) => vector[index] ?? 0
  const flip = (from: number, cells: number) => (index: number) => {
    const row = Math.floor(index / cells)
    return at(from + row * cells + (cells - 1 - (index % cells)))
  }
  const edgesFrom = LIGHT_LENGTH
  const colorFrom = edgesFrom + EDGE_GRID * EDGE_GRID * EDGE_DIRECTIONS
  const edges = Array.from({ length: colorFrom - edgesFrom }, (_, index) => {
    const cell = Math.floor(index / EDGE_DIRECTIONS)
    const mirroredCell = Math.floor(cell / EDGE_GRID) * EDGE_GRID + (EDGE_GRID - 1 - (cell % EDGE_GRID))
    const direction = (EDGE_DIRECTIONS - (index % EDGE_DIRECTIONS)) % EDGE_DIRECTIONS
    return at(edgesFrom + mirroredCell * EDGE_DIRECTIONS + direction)
  })
  const whole = [
    ...Array.from({ length: LIGHT_LENGTH }, (_, index) => flip(0, LIGHT_GRID)(index)),
    ...edges,
    ...Array.from({ length: COLOR_LENGTH }, (_, index) => flip(colorFrom, COLOR_GRID)(index)),
    ...Array.from({ length: COLOR_LENGTH }, (_, index) => flip(colorFrom + COLOR_LENGTH, COLOR_GRID)(index)),
  ]
  return [...whole, ...new Array<number>(VISUAL_DIMENSIONS - whole.length).fill(0)]
}

/** Cosine of two unit vectors. */
export function likeness(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}
