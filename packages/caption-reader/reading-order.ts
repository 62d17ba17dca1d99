import type { Rectangle } from './fit-rectangle.ts'

/** Maximum vertical gap between lines of one block, in line heights. */
const GAP_MAX = 0.9
/** Minimum horizontal overlap of lines in one block, as a share of the shorter line. */
const SHARED_MIN = 0.3
const HEIGHT_RATIO_MAX = 1.8
/** Minimum vertical overlap of blocks in one row, as a share of the lower block's height. */
const ROW_SHARED_MIN = 0.5
/** Minimum vertical overlap of pieces in one line, as a share of the lower piece's height. */
const LEVEL_SHARED_MIN = 0.6

interface Block<T> {
  lines: T[]
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Sorts lines in reading order: block by block (chat bubbles, panels, labels), the blocks in rows from the top, and each row from
 * the left.
 */
export function inReadingOrder<T extends { line: Rectangle }>(lines: readonly T[]): T[] {
  const blocks: Block<T>[] = []
  for (const one of lines.toSorted((a, b) => a.line.y - b.line.y)) {
    const block = blocks.find(({ lines: known }) => known.some((other) => continues(other.line, one.line)))
    if (block) add(block, one)
    else blocks.push(add({ lines: [], left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }, one))
  }
  return toRows(blocks).flatMap((row) =>
    row.toSorted((a, b) => a.left - b.left).flatMap((block) => toLineOrder(block.lines)),
  )
}

function add<T extends { line: Rectangle }>(block: Block<T>, one: T): Block<T> {
  const { x, y, width, height } = one.line
  block.lines.push(one)
  block.left = Math.min(block.left, x - width / 2)
  block.right = Math.max(block.right, x + width / 2)
  block.top = Math.min(block.top, y - height / 2)
  block.bottom = Math.max(block.bottom, y + height / 2)
  return block
}

function continues(above: Rectangle, below: Rectangle): boolean {
  const [small, large] = [Math.min(above.height, below.height), Math.max(above.height, below.height)]
  const gap = below.y - below.height / 2 - (above.y + above.height / 2)
  const shared =
    Math.min(above.x + above.width / 2, below.x + below.width / 2) -
    Math.max(above.x - above.width / 2, below.x - below.width / 2)
  if (isLevel(above, below)) return shared > -large && shared < small
  return (
    gap < small * GAP_MAX &&
    large < small * HEIGHT_RATIO_MAX &&
    shared > Math.min(above.width, below.width) * SHARED_MIN
  )
}

function toRows<T>(blocks: Block<T>[]): Block<T>[][] {
  const rows: Block<T>[][] = []
  for (const block of blocks.toSorted((a, b) => a.top - b.top)) {
    const row = rows.at(-1)
    if (row?.some((other) => isBeside(other, block))) row.push(block)
    else rows.push([block])
  }
  return rows
}

function isBeside<T>(a: Block<T>, b: Block<T>): boolean {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  const isApart = a.right <= b.left || b.right <= a.left
  return isApart && shared > Math.min(a.bottom - a.top, b.bottom - b.top) * ROW_SHARED_MIN
}

/** Sorts the lines of a block; pieces of one line from the left. */
function toLineOrder<T extends { line: Rectangle }>(lines: readonly T[]): T[] {
  const rows: T[][] = []
  for (const one of lines.toSorted((a, b) => a.line.y - b.line.y)) {
    const row = rows.at(-1)
    if (row?.every((other) => isLevel(other.line, one.line))) row.push(one)
    else rows.push([one])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.line.x - b.line.x))
}

/** Returns true if two pieces are on the same line, even if marks make one of them taller. */
function isLevel(a: Rectangle, b: Rectangle): boolean {
  const shared = Math.min(a.y + a.height / 2, b.y + b.height / 2) - Math.max(a.y - a.height / 2, b.y - b.height / 2)
  return shared > Math.min(a.height, b.height) * LEVEL_SHARED_MIN
}
