import { GRID_COLUMNS, GRID_COLUMNS_DEFAULT, MOBILE_BELOW_PX } from '#contract/limits.ts'

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
  /** Counted from the left, from 0. */
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

/** Room for a line of name and two buttons, where there is no hovering that could show them. */
const TOUCH_CAPTION_PX = 48

export const cannotHover = () => matchMedia('(hover: none)')

/** The shape of a grid in the element. */
export const shapeIn = (container: Element): GridShape =>
  gridShape(container.clientWidth, window.innerWidth, cannotHover().matches ? TOUCH_CAPTION_PX : 0)

/** CSS pixels, of the picture alone. */
export function pictureHeight({ width, height }: PictureSize, columnWidth: number): number {
  const ratio = width > 0 && height > 0 ? height / width : 1
  return Math.round(columnWidth * Math.min(TALLEST_RATIO, Math.max(FLATTEST_RATIO, ratio)))
}

export const columnLeft = ({ columnWidth, gap }: GridShape, column: number): number => column * (columnWidth + gap)

/**
 * Puts each picture into the currently shortest column, leftmost among equals. A tile's position depends only on earlier ones,
 * so appending a page moves nothing, and tops never decrease along the list.
 * @param bands positions in the list where a band begins: below all that came before, under a heading
 */
export function layoutTiles(
  sizes: readonly PictureSize[],
  shape: GridShape,
  bands: ReadonlySet<number> = NO_BANDS,
): Layout {
  const columnHeights: number[] = new Array(shape.columns).fill(0)
  const tops: number[] = []
  const heights: number[] = []
  const columns: number[] = []
  const headings: { before: number; top: number }[] = []
  let tallest = 0
  for (const [index, size] of sizes.entries()) {
    if (bands.has(index)) {
      const top = Math.max(...columnHeights)
      headings.push({ before: index, top })
      columnHeights.fill(top + HEADING_PX)
    }
    const column = shortest(columnHeights)
    const top = columnHeights[column] ?? 0
    const height = pictureHeight(size, shape.columnWidth) + shape.captionHeight
    tops.push(top)
    heights.push(height)
    columns.push(column)
    columnHeights[column] = top + height + shape.gap
    tallest = Math.max(tallest, height)
  }
  const height = Math.max(0, Math.max(...columnHeights) - shape.gap)
  return { shape, tops, heights, columns, headings, height, tallest }
}

function shortest(heights: readonly number[]): number {
  let best = 0
  for (let column = 1; column < heights.length; column++) {
    if ((heights[column] ?? 0) < (heights[best] ?? 0)) best = column
  }
  return best
}
