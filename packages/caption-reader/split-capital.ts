import { type Body, featuresOf } from './capital-features.ts'
import type { Ink, Piece } from './pieces.ts'

/** Maximum slant of letters, as a share of their height. */
const LEANS = [0, 0.15, 0.3]
/** Cuts are tried between these shares of the width, the thinnest places first. */
const FROM = 0.25
const TO = 0.75
const CUTS_EACH = 2
/** Cuts closer than this share of the height count as one. */
const APART = 0.12

const LEFT = 1
const RIGHT = 2

/**
 * Splits two touching letters at their thinnest connections.
 * @returns for each candidate cut, the classifier input of the left and the right letter
 */
export function splitCapital(
  body: Body,
  ink: Ink,
  pieces: readonly Piece[],
  labels: Int32Array,
): [Float32Array, Float32Array][] {
  const alone = copyOf(body, ink, pieces, labels)
  return LEANS.flatMap((lean) => thinnest(alone, lean).map((at) => halve(alone, at, lean)))
}

/** A letter with its marks, in an ink cropped to them. */
interface Alone {
  body: Body
  ink: Ink
  labels: Int32Array
  signs: { piece: Piece; label: number }[]
}

function copyOf(body: Body, ink: Ink, pieces: readonly Piece[], labels: Int32Array): Alone {
  const parts = [body.label, ...body.signs].flatMap((label) => {
    const piece = pieces[label - 1]
    return piece ? [{ piece, label }] : []
  })
  const left = Math.min(...parts.map(({ piece }) => piece.left))
  const top = Math.min(...parts.map(({ piece }) => piece.top))
  const width = Math.max(...parts.map(({ piece }) => piece.right)) - left + 1
  const height = Math.max(...parts.map(({ piece }) => piece.bottom)) - top + 1
  const copy = { values: new Uint8Array(width * height), width, height }
  const own = new Int32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const from = (y + top) * ink.width + left
    copy.values.set(ink.values.subarray(from, from + width), y * width)
    own.set(labels.subarray(from, from + width), y * width)
  }
  const moved = ({ left: one, right, top: upper, bottom, area }: Piece) => ({
    left: one - left,
    right: right - left,
    top: upper - top,
    bottom: bottom - top,
    area,
  })
  const signs = parts.slice(1).map(({ piece, label }) => ({ piece: moved(piece), label }))
  return {
    body: { ...body, piece: moved(body.piece), top: body.top - top, bottom: body.bottom - top },
    ink: copy,
    labels: own,
    signs,
  }
}

/** Position at which a line of this slant crosses the least ink of the letter: x at half its height. */
function thinnest({ body, ink, labels }: Alone, lean: number): number[] {
  const { left, right } = body.piece
  const width = right - left + 1
  const cuts: { x: number; crossed: number }[] = []
  for (let x = left + Math.ceil(width * FROM); x <= left + width * TO; x += 1) {
    let crossed = 0
    for (let y = body.piece.top; y <= body.piece.bottom; y += 1) {
      const column = Math.round(x + lean * (middleOf(body) - y))
      if (column >= 0 && column < ink.width && labels[y * ink.width + column] === body.label) crossed += 1
    }
    cuts.push({ x, crossed })
  }
  const chosen: number[] = []
  for (const { x } of cuts.toSorted((a, b) => a.crossed - b.crossed)) {
    if (chosen.length === CUTS_EACH) break
    if (chosen.every((other) => Math.abs(other - x) > body.height * APART)) chosen.push(x)
  }
  return chosen
}

const middleOf = ({ top, bottom }: Body) => (top + bottom) / 2

function halve({ body, ink, labels, signs }: Alone, at: number, lean: number): [Float32Array, Float32Array] {
  const isLeft = (x: number, y: number) => x < at + lean * (middleOf(body) - y)
  // The halves get the first two labels, followed by the marks.
  const all = [body.piece, body.piece, ...signs.map(({ piece }) => piece)]
  const cut = new Int32Array(labels.length)
  const bounds = [emptyPiece(), emptyPiece()] as const
  for (let y = body.piece.top; y <= body.piece.bottom; y += 1) {
    for (let x = body.piece.left; x <= body.piece.right; x += 1) {
      const index = y * ink.width + x
      if (labels[index] !== body.label) continue
      cut[index] = isLeft(x, y) ? LEFT : RIGHT
      grow(bounds[isLeft(x, y) ? 0 : 1], x, y)
    }
  }
  signs.forEach(({ piece, label }, order) => {
    for (let y = piece.top; y <= piece.bottom; y += 1) {
      for (let x = piece.left; x <= piece.right; x += 1) {
        if (labels[y * ink.width + x] === label) cut[y * ink.width + x] = RIGHT + 1 + order
      }
    }
  })
  const half = (label: typeof LEFT | typeof RIGHT) => {
    const own = signs.flatMap(({ piece }, order) => {
      const isHere = isLeft((piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2) === (label === LEFT)
      return isHere ? [RIGHT + 1 + order] : []
    })
    const piece = bounds[label - 1] ?? body.piece
    const withBounds = all.map((one, index) => (index === label - 1 ? piece : one))
    return featuresOf({ ...body, piece, label, signs: own }, ink, withBounds, cut)
  }
  return [half(LEFT), half(RIGHT)]
}

const emptyPiece = (): Piece => ({
  left: Number.MAX_SAFE_INTEGER,
  right: -1,
  top: Number.MAX_SAFE_INTEGER,
  bottom: -1,
  area: 0,
})

function grow(piece: Piece, x: number, y: number): void {
  piece.left = Math.min(piece.left, x)
  piece.right = Math.max(piece.right, x)
  piece.top = Math.min(piece.top, y)
  piece.bottom = Math.max(piece.bottom, y)
  piece.area += 1
}
