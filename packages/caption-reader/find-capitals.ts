import { ABOVE, BELOW, featuresOf } from './capital-features.ts'
import { median } from './median.ts'
import { findPieces, type Ink, type Piece } from './pieces.ts'
import { splitCapital } from './split-capital.ts'

/** A capital letter in the ink, with the marks above and below that belong to it. */
export interface Capital {
  /** Edges of the letter alone, in pixels of the ink. */
  left: number
  right: number
  top: number
  bottom: number
  /** Smallest free space to the previous letter in any row, in pixels; the boxes of slanted letters overlap. */
  gap: number
  /** The classifier's input, see capital-features.ts. */
  features: Float32Array
  /** For two touching letters: the classifier's inputs for the two halves, for each candidate cut. */
  split(): [Float32Array, Float32Array][]
}

/** Capitals on one line, from left to right. */
export interface CapitalLine {
  /** Height of its letters without marks, in pixels. */
  height: number
  capitals: Capital[]
}

/** Limits as shares of a letter's height. */
const LETTER_MIN = 0.62
const LETTER_MAX = 2.1
const LETTER_WIDTH_MAX = 1.9
const SIGN_WIDTH_MAX = 1.3
/** Marks above overlap the letter by at most this much, as horns do. */
const MARK_DEPTH = 0.2
/** Maximum distance between marks of one letter. */
const STACK_GAP = 0.08
const SIGN_AREA_MIN = 4
/** Maximum variation of letter heights within a line. */
const SAME_HEIGHT = 0.07
const NEAR_LINE = 0.12

interface Frame {
  top: number
  bottom: number
}
/** A piece of ink with its label. */
interface Part {
  piece: Piece
  label: number
}
interface Body extends Frame, Part {
  signs: number[]
}
interface FoundLine extends Frame {
  height: number
  bodies: Body[]
}

/**
 * Splits ink into capitals, line by line. The outlines of a caption separate its letters; touching letters are returned as one
 * piece.
 * @param letterHeight typical height, in pixels
 */
export function findCapitals(ink: Ink, letterHeight: number): CapitalLine[] {
  const { pieces, labels } = findPieces(ink)
  const sized = pieces.flatMap((piece, index) =>
    heightOf(piece) >= letterHeight * LETTER_MIN &&
    heightOf(piece) <= letterHeight * LETTER_MAX &&
    widthOf(piece) <= letterHeight * LETTER_WIDTH_MAX
      ? [{ piece, label: index + 1 }]
      : [],
  )
  const lines = toLines(sized)
  const taken = new Set(lines.flatMap(({ bodies }) => bodies.map(({ label }) => label)))
  const signs = pieces.flatMap((piece, index) =>
    taken.has(index + 1) || piece.area < SIGN_AREA_MIN ? [] : [{ piece, label: index + 1 }],
  )
  for (const stack of toStacks(signs, letterHeight * STACK_GAP)) giveSigns(lines, stack, ink, labels)
  return lines.map(({ height, bodies }) => ({
    height,
    capitals: bodies.map((body, index) => ({
      left: body.piece.left,
      right: body.piece.right,
      top: body.top,
      bottom: body.bottom,
      gap: gapBetween(bodies[index - 1], body, ink, labels),
      features: featuresOf({ ...body, height }, ink, pieces, labels),
      split: () => splitCapital({ ...body, height }, ink, pieces, labels),
    })),
  }))
}

function gapBetween(before: Body | undefined, body: Body, ink: Ink, labels: Int32Array): number {
  if (!before) return Number.POSITIVE_INFINITY
  let least = Number.POSITIVE_INFINITY
  const [from, to] = [Math.max(before.top, body.top, 0), Math.min(before.bottom, body.bottom, ink.height - 1)]
  for (let y = Math.round(from); y <= to; y += 1) {
    let right = before.piece.right
    while (right >= before.piece.left && labels[y * ink.width + right] !== before.label) right -= 1
    let left = body.piece.left
    while (left <= body.piece.right && labels[y * ink.width + left] !== body.label) left += 1
    if (right >= before.piece.left && left <= body.piece.right) least = Math.min(least, left - right - 1)
  }
  return Number.isFinite(least) ? least : body.piece.left - before.piece.right - 1
}

const heightOf = (piece: Piece) => piece.bottom - piece.top + 1
const widthOf = (piece: Piece) => piece.right - piece.left + 1
const middleOf = (piece: Piece) => (piece.top + piece.bottom) / 2

function toLines(letters: Part[]): FoundLine[] {
  const groups: Part[][] = []
  for (const letter of letters.toSorted((a, b) => middleOf(a.piece) - middleOf(b.piece))) {
    const last = groups.at(-1)
    const top = last && median(last.map(({ piece }) => piece.top))
    const bottom = last && median(last.map(({ piece }) => piece.bottom))
    const middle = middleOf(letter.piece)
    const isSame = top !== undefined && bottom !== undefined && middle < top + (bottom - top) * 0.85
    if (last && isSame) last.push(letter)
    else groups.push([letter])
  }
  return groups.map(toLine).filter(({ bodies }) => bodies.length > 0)
}

function toLine(letters: Part[]): FoundLine {
  const heights = letters.map(({ piece }) => heightOf(piece)).toSorted((a, b) => a - b)
  const like = (height: number) => heights.filter((one) => Math.abs(one - height) <= height * SAME_HEIGHT).length
  const commonest = heights.reduce((best, one) => (like(one) > like(best) ? one : best), heights[0] ?? 1)
  // The commonest height is the largest of its group; take the median of the group instead.
  const height = median(heights.filter((one) => Math.abs(one - commonest) <= commonest * SAME_HEIGHT))
  const usual = letters.filter(({ piece }) => Math.abs(heightOf(piece) - height) <= height * SAME_HEIGHT)
  const top = median(usual.map(({ piece }) => piece.top))
  const bottom = median(usual.map(({ piece }) => piece.bottom))
  const bodies = letters
    .filter(({ piece }) => heightOf(piece) >= height * LETTER_MIN && widthOf(piece) <= height * LETTER_WIDTH_MAX)
    .map((letter) => ({ ...letter, ...frameOf(letter.piece, { top, bottom }, height), signs: [] }))
    .toSorted((a, b) => a.piece.left + a.piece.right - b.piece.left - b.piece.right)
  return { top, bottom, height, bodies }
}

/** The extent of the letter itself; a taller piece touches its marks. */
function frameOf(piece: Piece, line: Frame, height: number): Frame {
  const near = height * NEAR_LINE
  if (Math.abs(heightOf(piece) - height) <= near) return { top: piece.top, bottom: piece.bottom }
  if (Math.abs(piece.bottom - line.bottom) <= near) return { top: piece.bottom - height + 1, bottom: piece.bottom }
  if (Math.abs(piece.top - line.top) <= near) return { top: piece.top, bottom: piece.top + height - 1 }
  return { top: line.top, bottom: line.bottom }
}

/** Groups adjacent marks of one letter: in narrow typefaces, the second of two stacked marks overhangs the neighbor. */
function toStacks(signs: Part[], gap: number): Part[][] {
  const stacks: Part[][] = []
  for (const sign of signs.toSorted((a, b) => a.piece.left - b.piece.left)) {
    const near = stacks.find((stack) => stack.some(({ piece }) => isNear(piece, sign.piece, gap)))
    if (near) near.push(sign)
    else stacks.push([sign])
  }
  return stacks
}

const isNear = (a: Piece, b: Piece, gap: number) =>
  Math.max(a.left, b.left) - Math.min(a.right, b.right) <= gap &&
  Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom) <= gap

/** Assigns a stack of marks to the letter nearest to its largest mark, below or above. */
function giveSigns(lines: FoundLine[], stack: Part[], ink: Ink, labels: Int32Array): void {
  const [largest] = stack.toSorted((a, b) => b.piece.area - a.piece.area)
  if (!largest) return
  const { piece } = largest
  const [x, y] = [(piece.left + piece.right) / 2, middleOf(piece)]
  let nearest: { body: Body; distance: number } | undefined
  for (const line of lines) {
    const { bodies, height } = line
    if (isAmid(x, y, line)) return
    if (heightOf(piece) >= height * LETTER_MIN || widthOf(piece) > height * SIGN_WIDTH_MAX) continue
    for (const body of bodies) {
      const isAbove = y < body.top + height * MARK_DEPTH
      const down = isAbove ? (body.top - y) / (height * ABOVE) : (y - body.bottom) / (height * BELOW)
      if (down > 1 || (!isAbove && down < 0.05)) continue
      if (Math.abs(x - (body.piece.left + body.piece.right) / 2) > widthOf(body.piece) / 2 + height * 0.4) continue
      const across = Math.abs(x - edgeMiddle(body, isAbove, height, ink, labels)) / height
      const distance = across + Math.max(0, down) * 0.5
      if (!nearest || distance < nearest.distance) nearest = { body, distance }
    }
  }
  nearest?.body.signs.push(...stack.map(({ label }) => label))
}

/** Returns true if a point lies between the letters of a line, as dots and dashes do. */
function isAmid(x: number, y: number, { top, bottom, height, bodies }: FoundLine): boolean {
  const [first, last] = [bodies[0], bodies.at(-1)]
  if (!first || !last || y < top + height * MARK_DEPTH || y > bottom) return false
  return x > first.piece.left - height / 2 && x < last.piece.right + height / 2
}

/** The middle of a letter's ink along its upper or lower edge, which depends on the letter's slant. */
function edgeMiddle(body: Body, isTop: boolean, height: number, ink: Ink, labels: Int32Array): number {
  const depth = Math.max(1, Math.round(height * 0.25))
  const from = isTop ? body.top : body.bottom - depth + 1
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let y = Math.max(0, from); y < Math.min(ink.height, from + depth); y += 1) {
    for (let x = body.piece.left; x <= body.piece.right; x += 1) {
      if (labels[y * ink.width + x] !== body.label) continue
      if (x < left) left = x
      if (x > right) right = x
    }
  }
  return left > right ? (body.piece.left + body.piece.right) / 2 : (left + right) / 2
}
