import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Size } from './encode.ts'
import { isNear, ROWS_AT_ONCE, type Sample } from './sample.ts'

const CELL_PX = 8
/** Fewer pictures cannot tell a scene from a caption that was not read. */
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
export const OF_SCENE = 1
export const OF_WORDS = 2

/**
 * Returns a mask: not 0 where the pictures show different scenes, such as cards with one frame, because a mixture of them would show none
 * of them.
 */
export async function findScenes(samples: readonly Sample[], { width, height }: Size): Promise<Uint8Array> {
  const mask = new Uint8Array(width * height)
  if (samples.length < PICTURES_LEAST) return mask
  const columns = Math.ceil(width / CELL_PX)
  const cells = columns * Math.ceil(height / CELL_PX)
  const cellOf = (at: number) => Math.floor(at / width / CELL_PX) * columns + Math.floor((at % width) / CELL_PX)
  const open = new Float64Array(cells)
  const within = new Float64Array(cells)
  const different = new Float64Array(cells)
  for (let at = 0; at < mask.length; at += 1) {
    if (at % (width * ROWS_AT_ONCE) === 0) await yieldToOthers()
    if (samples.some(({ cover }) => cover[at] === 1)) continue
    const cell = cellOf(at)
    open[cell] = (open[cell] ?? 0) + 1
    const agreeing = agreement(samples, at)
    if (agreeing === samples.length) continue
    different[cell] = (different[cell] ?? 0) + 1
    if (agreeing < samples.length * AGREEING_FROM && !areLetters(samples, at)) within[cell] = (within[cell] ?? 0) + 1
  }
  const share = (counts: Float64Array, cell: number) => (counts[cell] ?? 0) / Math.max(1, open[cell] ?? 0)
  const scenes = new Uint8Array(cells)
  const least = Math.ceil(cells * SCENE_LEAST)
  for (let start = 0; start < cells; start += 1) {
    if (scenes[start] !== 0 || share(within, start) < WITHIN_FROM) continue
    const region = [start]
    scenes[start] = 1
    let seeds = 0
    for (let next = 0; next < region.length; next += 1) {
      const cell = region[next] ?? 0
      if (share(within, cell) >= WITHIN_FROM) seeds += 1
      for (const beside of neighbors(cell, columns, cells)) {
        const isEdge = share(different, beside) >= EDGE_FROM || (open[beside] ?? 0) < COVERED_BELOW_PX
        if (scenes[beside] !== 0 || !isEdge) continue
        scenes[beside] = 1
        region.push(beside)
      }
    }
    if (seeds < least) for (const cell of region) scenes[cell] = 2
  }
  for (let at = 0; at < mask.length; at += 1)
    if (scenes[cellOf(at)] === 1) mask[at] = samples[0]?.cover[at] === 1 ? OF_WORDS : OF_SCENE
  return mask
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

function neighbors(cell: number, columns: number, cells: number): number[] {
  const column = cell % columns
  return [
    ...(column > 0 ? [cell - 1] : []),
    ...(column < columns - 1 ? [cell + 1] : []),
    ...(cell >= columns ? [cell - columns] : []),
    ...(cell + columns < cells ? [cell + columns] : []),
  ]
}
