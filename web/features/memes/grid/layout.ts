import { GRID_COLUMNS, GRID_COLUMNS_DEFAULT, MOBILE_BELOW_PX } from '#contract/limits.ts'
import { cannotHover } from '../../../lib/pointer.ts'

export interface PictureSize {
  width: number
  height: number
}

/** The grid's dimensions, independent of its tiles. CSS pixels. */
export interface GridShape {
  columns: number
  columnWidth: number
  gap: number
  /** Height of the caption below each picture, on devices that cannot hover. */
  captionHeight: number
}

/** Position of each tile by list index, in CSS pixels from the grid's top left corner. */
export interface Layout {
  shape: GridShape
  tops: readonly number[]
  heights: readonly number[]
  lefts: readonly number[]
  widths: readonly number[]
  /** 0-based from the left; in row layout, the position in the row. */
  columns: readonly number[]
  /** Positions of band headings. `before` is the list index of the tile that follows. */
  headings: readonly { before: number; top: number }[]
  /** Height of the whole grid. */
  height: number
  tallest: number
}

/** Height of a band heading, including the space around it. */
const HEADING_PX = 64
const WIDE_GAP_PX = 16
const NARROW_GAP_PX = 8
/**
 * Maximum height-to-width ratio. A taller picture shows only its upper part, so that a long strip does not take over a column.
 */
const TALLEST_RATIO = 2.4
const FLATTEST_RATIO = 0.35

const NO_BANDS: ReadonlySet<number> = new Set()

export function columnsFor(viewportWidth: number): number {
  return GRID_COLUMNS.find(({ upToPx }) => viewportWidth <= upToPx)?.columns ?? GRID_COLUMNS_DEFAULT
}

export function gridShape(containerWidth: number, viewportWidth: number, captionHeight: number): GridShape {
  const columns = columnsFor(viewportWidth)
  const gap = viewportWidth < MOBILE_BELOW_PX ? NARROW_GAP_PX : WIDE_GAP_PX
  const columnWidth = Math.max(1, Math.floor((containerWidth - gap * (columns - 1)) / columns))
  return { columns, columnWidth, gap, captionHeight }
}

/** Height of name and buttons on one line, for devices that cannot hover. */
const TOUCH_CAPTION_PX = 48
/** Height of stacked captions: in a narrow tile two buttons leave no room for the name, so it has its own line. */
const STACKED_CAPTION_PX = 68
const STACKED_BELOW_PX = 220

/** Returns the shape of a grid in the container. Members have more buttons than visitors, who can only copy. */
export function shapeIn(container: Element, isMember: boolean): GridShape {
  const bare = gridShape(container.clientWidth, window.innerWidth, 0)
  if (!cannotHover().matches) return bare
  const needsTwoLines = isMember && bare.columnWidth < STACKED_BELOW_PX
  return { ...bare, captionHeight: needsTwoLines ? STACKED_CAPTION_PX : TOUCH_CAPTION_PX }
}

export const isStacked = (height: number): boolean => height === STACKED_CAPTION_PX

/** A lower picture has room for its buttons and one line. */
export const LOW_PICTURE_BELOW_PX = 176
/** A narrower tile has no room for the badge of an animation beside its buttons or its name. */
export const NARROW_TILE_BELOW_PX = 224

/** Returns the height of the picture alone, in CSS pixels. */
export function pictureHeight({ width, height }: PictureSize, columnWidth: number): number {
  const ratio = width > 0 && height > 0 ? height / width : 1
  return Math.round(columnWidth * Math.min(TALLEST_RATIO, Math.max(FLATTEST_RATIO, ratio)))
}

export const columnLeft = ({ columnWidth, gap }: GridShape, column: number): number => column * (columnWidth + gap)

/** Maximum height of the last row, in column widths. Its pictures are not enlarged beyond this to fill the row. */
const ROW_TALLEST = 1.5

export interface Groups {
  /** List indexes at which a band starts: under a heading, below all previous tiles. */
  bands?: ReadonlySet<number>
  /**
   * True if the last group is complete. A complete group of at most two rows uses row layout, since columns would end unevenly.
   */
  isWhole?: boolean
}

/**
 * Puts each picture into the currently shortest column, leftmost among equals. A tile's position depends only on earlier ones,
 * so appending a page moves nothing, and tops never decrease along the list.
 */
export function layoutTiles(sizes: readonly PictureSize[], shape: GridShape, groups: Groups = {}): Layout {
  const { bands = NO_BANDS, isWhole = false } = groups
  const starts = [...new Set([0, ...bands])].filter((start) => start < sizes.length).sort((a, b) => a - b)
  const columnHeights: number[] = new Array(shape.columns).fill(0)
  const tiles: TileRect[] = []
  const headings: { before: number; top: number }[] = []
  for (const [order, start] of starts.entries()) {
    const end = starts[order + 1] ?? sizes.length
    if (bands.has(start)) {
      const top = Math.max(...columnHeights)
      headings.push({ before: start, top })
      columnHeights.fill(top + HEADING_PX)
    }
    const isClosed = end < sizes.length || isWhole
    const group = sizes.slice(start, end)
    const isRows = isClosed && group.length <= 2 * shape.columns
    for (const tile of isRows ? inRows(group, shape, columnHeights) : inColumns(group, shape, columnHeights))
      tiles.push(tile)
  }
  return {
    shape,
    tops: tiles.map(({ top }) => top),
    heights: tiles.map(({ height }) => height),
    lefts: tiles.map(({ left }) => left),
    widths: tiles.map(({ width }) => width),
    columns: tiles.map(({ column }) => column),
    headings,
    height: Math.max(0, Math.max(...columnHeights) - shape.gap),
    tallest: tiles.reduce((most, { height }) => Math.max(most, height), 0),
  }
}

/** Returns the indexes at which a new heading starts. Items without a heading come first. */
export function bandStarts<T>(list: readonly T[], bandOf: ((each: T) => string) | undefined): ReadonlySet<number> {
  const starts = new Set<number>()
  if (!bandOf) return starts
  let last = ''
  for (const [index, each] of list.entries()) {
    const band = bandOf(each)
    if (band !== last) starts.add(index)
    last = band
  }
  return starts
}

interface TileRect {
  top: number
  left: number
  width: number
  height: number
  column: number
}

function inColumns(sizes: readonly PictureSize[], shape: GridShape, columnHeights: number[]): TileRect[] {
  return sizes.map((size) => {
    const column = shortest(columnHeights)
    const top = columnHeights[column] ?? 0
    const height = pictureHeight(size, shape.columnWidth) + shape.captionHeight
    columnHeights[column] = top + height + shape.gap
    return { top, left: columnLeft(shape, column), width: shape.columnWidth, height, column }
  })
}

/**
 * Puts pictures into justified rows: all pictures in a row have the same height, and the row fills the width. The last row stays
 * shorter than the width if filling it would make it too tall.
 */
function inRows(sizes: readonly PictureSize[], shape: GridShape, columnHeights: number[]): TileRect[] {
  const { columns, columnWidth, gap, captionHeight } = shape
  const full = columnLeft(shape, columns) - gap
  let top = Math.max(...columnHeights)
  const tiles: TileRect[] = []
  for (const { ratios, height, isFull } of bestRows(
    sizes.map((size) => columnWidth / pictureHeight(size, columnWidth)),
    shape,
  )) {
    const rowHeight = Math.floor(height)
    let left = 0
    for (const [column, ratio] of ratios.entries()) {
      const isAtEnd = isFull && column === ratios.length - 1
      const width = isAtEnd ? full - left : Math.floor(height * ratio)
      tiles.push({ top, left, width, height: rowHeight + captionHeight, column })
      left += width + gap
    }
    top += rowHeight + captionHeight + gap
  }
  columnHeights.fill(top)
  return tiles
}

interface Row {
  /** Width of each picture for a height of 1. */
  ratios: readonly number[]
  height: number
  isFull: boolean
}

/** Pictures narrower than this share of a column have no room for their buttons. */
const NARROWEST_SHARE = 0.5
/** Costs of a last row that does not fill the width, of a row that is too tall, and of a picture that is too narrow. */
const [SHORT_COST, TALL_COST, NARROW_COST] = [1, 1, 2]

/**
 * Returns the rows with heights closest to a column's width: the line breaking of Knuth and Plass, over at most two rows' worth of
 * pictures.
 */
function bestRows(ratios: readonly number[], { columns, columnWidth, gap }: GridShape): readonly Row[] {
  const full = columns * (columnWidth + gap) - gap
  const rowOf = (first: number, end: number): Row => {
    const own = ratios.slice(first, end)
    const fit = (full - gap * (own.length - 1)) / own.reduce((sum, ratio) => sum + ratio, 0)
    const isFull = end < ratios.length || fit <= columnWidth * ROW_TALLEST
    return { ratios: own, height: isFull ? fit : columnWidth * ROW_TALLEST, isFull }
  }
  const costOf = ({ ratios: own, height, isFull }: Row): number => {
    const narrow = own.filter((ratio) => ratio * height < columnWidth * NARROWEST_SHARE).length
    const isTooTall = height > columnWidth * ROW_TALLEST
    return (
      Math.log(height / columnWidth) ** 2 +
      (isFull ? 0 : SHORT_COST) +
      (isTooTall ? TALL_COST : 0) +
      narrow * NARROW_COST
    )
  }
  const best: { cost: number; rows: readonly Row[] }[] = [{ cost: 0, rows: [] }]
  for (let end = 1; end <= ratios.length; end += 1) {
    const choices = best.map(({ cost, rows }, first) => {
      const row = rowOf(first, end)
      return { cost: cost + costOf(row), rows: [...rows, row] }
    })
    best.push(choices.reduce((one, other) => (other.cost < one.cost ? other : one)))
  }
  return best.at(-1)?.rows ?? []
}

function shortest(heights: readonly number[]): number {
  let best = 0
  for (let column = 1; column < heights.length; column++) {
    if ((heights[column] ?? 0) < (heights[best] ?? 0)) best = column
  }
  return best
}
