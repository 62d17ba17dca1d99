import type { Ink, Piece } from './pieces.ts'

/** The whole letter with its marks, as shares of ink in COLUMNS x ROWS cells, row by row. */
export const COLUMNS = 14
export const ROWS = 24
/** The mark above the letter again, enlarged at its original proportions. */
const MARK_COLUMNS = 14
const MARK_ROWS = 12
const MEASURES = 9
export const MEASURES_FROM = COLUMNS * ROWS + MARK_COLUMNS * MARK_ROWS
export const FEATURES = MEASURES_FROM + MEASURES

/** Extent of a letter's marks above and below it, as shares of its height. */
export const ABOVE = 0.8
export const BELOW = 0.4
/** Minimum width: narrower letters are not stretched to fill the cells, which would distort their marks. */
const WIDTH_MIN = 0.6
/** Minimum width of the mark above: smaller marks are not enlarged further. */
const MARK_WIDTH_MIN = 0.4
/** Ink that extends less than this above a letter is an uneven edge, not a mark. */
const MARK_FROM = 0.03

/** A letter in the ink: the labels of its own piece and of its marks. */
export interface Body {
  piece: Piece
  label: number
  signs: number[]
  /** Edges of the letter without marks, in pixels. */
  top: number
  bottom: number
  /** Height of the line's letters, in pixels. */
  height: number
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * The classifier's input for a letter: the cells of the whole, the cells of its mark, and measurements of both relative to the
 * letter's height.
 */
export function featuresOf(body: Body, ink: Ink, pieces: readonly Piece[], labels: Int32Array): Float32Array {
  const { height, piece } = body
  const own = new Set([body.label, ...body.signs])
  const parts = [...own].flatMap((label) => pieces[label - 1] ?? [])
  const top = body.top - height * ABOVE
  const whole = widened({ ...around(parts), top, bottom: top + height * (1 + ABOVE + BELOW) }, height * WIDTH_MIN)
  const features = new Float32Array(FEATURES)
  const inks = inkOf(own, parts, ink, labels)
  fill(features.subarray(0, COLUMNS * ROWS), COLUMNS, ROWS, whole, inks)
  const above = inks.filter(({ y }) => y < body.top - height * MARK_FROM)
  const mark = boxOf(above)
  if (mark) fill(features.subarray(COLUMNS * ROWS, MEASURES_FROM), MARK_COLUMNS, MARK_ROWS, fitted(mark, height), above)
  const middle = (piece.left + piece.right + 1) / 2
  const signs = body.signs.flatMap((label) => pieces[label - 1] ?? [])
  const higher = signs.filter((sign) => sign.top + sign.bottom < body.top + body.bottom).length
  const measures = [
    (piece.right - piece.left + 1) / height,
    (whole.right - whole.left) / height,
    (middle - (whole.left + whole.right) / 2) / height,
    Math.min(2, higher) / 2,
    Math.min(1, signs.length - higher),
    ...(mark
      ? [
          (mark.right - mark.left) / height,
          (mark.bottom - mark.top) / height,
          ((mark.left + mark.right) / 2 - middle) / height,
          (body.top - mark.bottom) / height,
        ]
      : []),
  ]
  features.set(measures, MEASURES_FROM)
  return features
}

interface Inked {
  x: number
  y: number
  share: number
}

function inkOf(own: Set<number>, parts: Piece[], ink: Ink, labels: Int32Array): Inked[] {
  const { left, right, top, bottom } = around(parts)
  const inks: Inked[] = []
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = y * ink.width + x
      if (own.has(labels[at] ?? 0)) inks.push({ x, y, share: (ink.values[at] ?? 0) / 255 })
    }
  }
  return inks
}

function around(parts: Piece[]): Box {
  return {
    left: Math.min(...parts.map(({ left }) => left)),
    right: Math.max(...parts.map(({ right }) => right)) + 1,
    top: Math.min(...parts.map(({ top }) => top)),
    bottom: Math.max(...parts.map(({ bottom }) => bottom)) + 1,
  }
}

function boxOf(inks: Inked[]): Box | undefined {
  const [first] = inks
  if (!first) return undefined
  const box = { left: first.x, right: first.x + 1, top: first.y, bottom: first.y + 1 }
  for (const { x, y } of inks) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  return box
}

function widened(box: Box, width: number): Box {
  const missing = Math.max(0, width - (box.right - box.left)) / 2
  return { ...box, left: box.left - missing, right: box.right + missing }
}

/** A box around a mark, with the cells' proportions. */
function fitted(mark: Box, height: number): Box {
  const ratio = MARK_COLUMNS / MARK_ROWS
  const width = Math.max(mark.right - mark.left, (mark.bottom - mark.top) * ratio, height * MARK_WIDTH_MIN)
  const middle = (mark.top + mark.bottom) / 2
  return { ...widened(mark, width), top: middle - width / ratio / 2, bottom: middle + width / ratio / 2 }
}

/** Distributes each pixel's ink over the cells that it covers, by area. */
function fill(cells: Float32Array, columns: number, rows: number, box: Box, inks: Inked[]): void {
  const [stepX, stepY] = [(box.right - box.left) / columns, (box.bottom - box.top) / rows]
  for (const { x: inkX, y: inkY, share } of inks) {
    const [x, y] = [(inkX - box.left) / stepX, (inkY - box.top) / stepY]
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(rows, y + 1 / stepY); row += 1) {
      const down = Math.min(y + 1 / stepY, row + 1) - Math.max(y, row)
      for (let column = Math.max(0, Math.floor(x)); column < Math.min(columns, x + 1 / stepX); column += 1) {
        const across = Math.min(x + 1 / stepX, column + 1) - Math.max(x, column)
        if (across > 0 && down > 0)
          cells[row * columns + column] = (cells[row * columns + column] ?? 0) + across * down * share
      }
    }
  }
}
