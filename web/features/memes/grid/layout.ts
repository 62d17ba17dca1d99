import { GRID_COLUMNS, GRID_COLUMNS_DEFAULT, MOBILE_BELOW_PX } from '#contract/limits.ts'
import { cannotHover } from '../../../lib/pointer.ts'

export interface PictureSize {
  width: number
  height: number
}

/** The empty grid; CSS pixels. */
export interface GridShape {
  columns: number
  columnWidth: number
  gap: number
  /** Below each picture, for devices that cannot hover. */
  captionHeight: number
}

/** The position of each tile by list index, in CSS pixels from the grid's top left corner. */
export interface Layout {
  shape: GridShape
  tops: readonly number[]
  heights: readonly number[]
  lefts: readonly number[]
  widths: readonly number[]
  /** Counted from the left, from 0; in a row, the position in it. */
  columns: readonly number[]
  /** Positions of band headings, by the list index of the following tile. */
  headings: readonly { before: number; top: number }[]
  /** Of the whole grid. */
  height: number
  tallest: number
}

/** Room for the heading of a band, the space around it included. */
const HEADING_PX = 64
const WIDE_GAP_PX = 16
const NARROW_GAP_PX = 8
/** Height by width. Beyond it a tile shows the upper part of its picture: one long strip must not push a column away. */
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

/** Room for name and buttons in one line, where there is no hovering that could show them. */
const TOUCH_CAPTION_PX = 48
/** In a narrow tile two buttons would leave nothing of the name, which has a line of its own then. */
const STACKED_CAPTION_PX = 68
const STACKED_BELOW_PX = 220

/** The shape of a grid in the element. Members have more buttons than visitors, who only copy. */
export function shapeIn(container: Element, isMember: boolean): GridShape {
  const bare = gridShape(container.clientWidth, window.innerWidth, 0)
  if (!cannotHover().matches) return bare
  const needsTwoLines = isMember && bare.columnWidth < STACKED_BELOW_PX
  return { ...bare, captionHeight: needsTwoLines ? STACKED_CAPTION_PX : TOUCH_CAPTION_PX }
}

export const isStacked = (height: number): boolean => height === STACKED_CAPTION_PX

/** CSS pixels, of the picture alone. */
export function pictureHeight({ width, height }: PictureSize, columnWidth: number): number {
  const ratio = width > 0 && height > 0 ? height / width : 1
  return Math.round(columnWidth * Math.min(TALLEST_RATIO, Math.max(FLATTEST_RATIO, ratio)))
}

export const columnLeft = ({ columnWidth, gap }: GridShape, column: number): number => column * (columnWidth + gap)

/** Beyond it a picture of a short row is not enlarged to fill the row; height by the width of a column. */
const ROW_TALLEST = 1.5

interface Groups {
  /** Positions in the list where a band begins: below all that came before, under a heading. */
  bands?: ReadonlySet<number>
  /** Whether the last group is whole: of at most two rows, it then stands in rows, as columns would end raggedly. */
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

/** Where a new heading begins in a list; what has no heading comes first. */
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

/** As many in each row as even rows allow, all of one height, which fills the width where that does not make them too tall. */
function inRows(sizes: readonly PictureSize[], shape: GridShape, columnHeights: number[]): TileRect[] {
  const { columns, columnWidth, gap, captionHeight } = shape
  const perRow = Math.ceil(sizes.length / Math.ceil(sizes.length / columns))
  const full = columnLeft(shape, columns) - gap
  let top = Math.max(...columnHeights)
  const tiles: TileRect[] = []
  for (let first = 0; first < sizes.length; first += perRow) {
    const row = sizes.slice(first, first + perRow).map((size) => columnWidth / pictureHeight(size, columnWidth))
    const ratios = row.reduce((sum, ratio) => sum + ratio, 0)
    const height = Math.floor(Math.min((full - gap * (row.length - 1)) / ratios, columnWidth * ROW_TALLEST))
    let left = 0
    for (const [column, ratio] of row.entries()) {
      const width = Math.floor(height * ratio)
      tiles.push({ top, left, width, height: height + captionHeight, column })
      left += width + gap
    }
    top += height + captionHeight + gap
  }
  columnHeights.fill(top)
  return tiles
}

function shortest(heights: readonly number[]): number {
  let best = 0
  for (let column = 1; column < heights.length; column++) {
    if ((heights[column] ?? 0) < (heights[best] ?? 0)) best = column
  }
  return best
}
