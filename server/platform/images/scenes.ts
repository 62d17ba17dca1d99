import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { sharedLines } from './beside-words.ts'
import type { Size } from './encode.ts'
import { isNear, ROWS_AT_ONCE, type Sample } from './sample.ts'

const CELL_PX = 8
/** With fewer pictures, a scene is not distinguishable from a caption that OCR missed. */
const PICTURES_LEAST = 3
/** At a pixel of a scene, less than this share of the pictures agree. */
const AGREEING_FROM = 0.6
/** The share of such pixels, without letters, in a cell within a scene. */
const WITHIN_FROM = 0.3
/** A scene extends to the cells beside it where two pictures differ in this share of the pixels. */
const EDGE_FROM = 0.04
/** Words cover a cell with fewer other pixels than this. */
const COVERED_BELOW_PX = (CELL_PX * CELL_PX) / 2
/** The smallest scene, as a share of the picture. */
const SCENE_LEAST = 0.02

/** A pixel of the first picture's scene, and one that its words cover. */
export const SCENE_PIXEL = 1
export const WORD_PIXEL = 2

/**
 * Marks the pixels where the pictures show different scenes, such as cards with one frame: a mixture would show none of them.
 * @returns 0, SCENE_PIXEL or WORD_PIXEL for each pixel
 */
export async function findScenes(samples: readonly Sample[], size: Size): Promise<Uint8Array> {
  const mask = new Uint8Array(size.width * size.height)
  if (samples.length < PICTURES_LEAST) return mask
  const grid = await measureCells(samples, size)
  const scenes = findRegions(grid)
  if (scenes.size === 0) return mask
  const lines = sharedLines(samples, size)
  for (let at = 0; at < mask.length; at += 1)
    if (scenes.has(cellOf(at, size, grid.columns)))
      mask[at] = samples[0]?.cover[at] === 1 && lines[at] !== 1 ? WORD_PIXEL : SCENE_PIXEL
  return mask
}

interface Grid {
  columns: number
  cells: number
  isWithin(cell: number): boolean
  isEdge(cell: number): boolean
}

const cellOf = (at: number, { width }: Size, columns: number) =>
  Math.floor(at / width / CELL_PX) * columns + Math.floor((at % width) / CELL_PX)

/** Counts in each cell the pixels outside words, those at which pictures differ, and those of a scene. */
async function measureCells(samples: readonly Sample[], size: Size): Promise<Grid> {
  const columns = Math.ceil(size.width / CELL_PX)
  const cells = columns * Math.ceil(size.height / CELL_PX)
  const open = new Float64Array(cells)
  const within = new Float64Array(cells)
  const different = new Float64Array(cells)
  for (let at = 0; at < size.width * size.height; at += 1) {
    if (at % (size.width * ROWS_AT_ONCE) === 0) await yieldToOthers()
    if (samples.some(({ cover }) => cover[at] === 1)) continue
    const cell = cellOf(at, size, columns)
    open[cell] = (open[cell] ?? 0) + 1
    const agreeing = agreement(samples, at)
    if (agreeing === samples.length) continue
    different[cell] = (different[cell] ?? 0) + 1
    if (agreeing < samples.length * AGREEING_FROM && !areLetters(samples, at)) within[cell] = (within[cell] ?? 0) + 1
  }
  const share = (counts: Float64Array, cell: number) => (counts[cell] ?? 0) / Math.max(1, open[cell] ?? 0)
  return {
    columns,
    cells,
    isWithin: (cell) => share(within, cell) >= WITHIN_FROM,
    isEdge: (cell) => share(different, cell) >= EDGE_FROM || (open[cell] ?? 0) < COVERED_BELOW_PX,
  }
}

/** Returns the cells of all scenes that are large enough. */
function findRegions(grid: Grid): Set<number> {
  const least = Math.ceil(grid.cells * SCENE_LEAST)
  const visited = new Set<number>()
  const scenes = new Set<number>()
  for (let start = 0; start < grid.cells; start += 1) {
    if (visited.has(start) || !grid.isWithin(start)) continue
    const region = regionAround(start, grid, visited)
    if (region.filter((cell) => grid.isWithin(cell)).length >= least) for (const cell of region) scenes.add(cell)
  }
  return scenes
}

/** Returns a cell and those connected to it that differ, and adds them to `visited`. */
function regionAround(start: number, grid: Grid, visited: Set<number>): number[] {
  const region = [start]
  visited.add(start)
  // The loop also visits the cells that it adds.
  for (const cell of region) {
    for (const beside of neighbors(cell, grid)) {
      if (visited.has(beside) || !grid.isEdge(beside)) continue
      visited.add(beside)
      region.push(beside)
    }
  }
  return region
}

/** Returns the largest number of pictures that agree with one at a pixel. */
function agreement(samples: readonly Sample[], at: number): number {
  let most = 0
  for (const { data } of samples) {
    let agreeing = 0
    for (const other of samples) if (isNear(data, other.data, at)) agreeing += 1
    if (agreeing === samples.length) return agreeing
    most = Math.max(most, agreeing)
  }
  return most
}

/** Tests whether most pictures show a letter at a pixel. */
function areLetters(samples: readonly Sample[], at: number): boolean {
  let count = 0
  for (const { letters } of samples) count += letters[at] ?? 0
  return count * 2 > samples.length
}

function neighbors(cell: number, { columns, cells }: Grid): number[] {
  const column = cell % columns
  return [
    ...(column > 0 ? [cell - 1] : []),
    ...(column < columns - 1 ? [cell + 1] : []),
    ...(cell >= columns ? [cell - columns] : []),
    ...(cell + columns < cells ? [cell + columns] : []),
  ]
}
