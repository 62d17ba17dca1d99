import { type Color, mainColors } from './line-colors.ts'
import { findPieces, type Ink, type Piece } from './pieces.ts'
import type { Pixels } from './pixels.ts'

/** The letters of one line, as ink. */
export interface LineInk {
  ink: Ink
  /** Share of the recognized letters that coincide with ink. */
  fit: number
}

/** The rows of a cut line that the line itself occupies; marks and parts of other lines are above and below. */
export interface Core {
  top: number
  bottom: number
}

/** Limits of letter heights and widths, as shares of the core's height. */
const LETTER_MIN = 0.28
const LETTER_MAX = 1.25
const WIDE_MAX = 2.2
const SIGN_AREA_MIN = 3
const SIGN_WIDTH_MAX = 0.9
const SIGN_ACROSS = 0.12
const SIGN_DOWN = 0.3
/** Limits of the second of two marks above a letter: its height, and its distance from the first one. */
const SECOND = { height: 0.5, down: 0.1 }
const FIT_MIN = 0.45
/** Width of the ink's soft edge, as a share of the distance between two colors. */
const SOFT = 0.22
/** Score penalty of ink that consists of the outlines of letters. */
const OUTLINE_COST = 0.8
const INSIDE_SHARE = 0.7

/**
 * Finds the color of a line's letters from the positions that the recognizer reported, and extracts only these letters.
 * @param letters their centers, as shares of the width
 * @returns undefined if no color has letter-like pieces at these positions
 */
export function findLineInk(line: Pixels, core: Core, letters: readonly number[]): LineInk | undefined {
  const { colors, isEdge } = mainColors(line, core)
  // A color between two others is a soft edge and rarely that of the letters.
  const solid = colors.filter((_, index) => !isEdge[index])
  return bestInk(line, core, letters, solid) ?? bestInk(line, core, letters, colors)
}

function bestInk(line: Pixels, core: Core, letters: readonly number[], colors: readonly Color[]): LineInk | undefined {
  const candidates = inksOf(line, colors)
    .map((ink) => {
      const { pieces, labels } = findPieces(ink)
      return { ink, labels, ...judge(pieces, line, core, letters) }
    })
    .filter(({ fit }) => fit >= FIT_MIN)
  const [best] = candidates
    .map((one) => ({ one, worth: one.worth - (candidates.some((other) => isOutline(one, other)) ? OUTLINE_COST : 0) }))
    .toSorted((a, b) => b.worth - a.worth)
  return best && { ink: only(best.one.ink, best.one.labels, best.one.keep), fit: best.one.fit }
}

/** The line as dark ink on light, used if no letter color was found. */
export function plainInk({ data, width, height }: Pixels): Ink {
  const light = new Uint8Array(width * height)
  for (let at = 0; at < light.length; at += 1)
    light[at] = 0.3 * (data[at * 3] ?? 0) + 0.59 * (data[at * 3 + 1] ?? 0) + 0.11 * (data[at * 3 + 2] ?? 0)
  const sorted = light.toSorted()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const [dark, middle, bright] = [at(0.02), at(0.5), at(0.98)]
  const isDarkInk = middle > (dark + bright) / 2
  const span = Math.max(1, bright - dark)
  const values = light.map((value) => {
    const share = Math.max(0, Math.min(1, (value - dark) / span))
    return 255 * (isDarkInk ? 1 - share : share)
  })
  return { values, width, height }
}

/** Returns true if nearly all pieces of another ink, which fits the letters about as well, lie inside pieces of this one. */
function isOutline(one: Judged, other: Judged): boolean {
  if (one === other || other.fit < one.fit * 0.9 || other.bodies.length === 0) return false
  const inside = other.bodies.filter((inner) =>
    one.bodies.some(
      (outer) =>
        inner.left > outer.left && inner.right < outer.right && inner.top > outer.top && inner.bottom < outer.bottom,
    ),
  )
  return inside.length > other.bodies.length * INSIDE_SHARE
}

interface Judged {
  bodies: Piece[]
  /** For each piece, whether it is a letter or a part of one. */
  keep: boolean[]
  fit: number
  worth: number
}

/** For each color, the pixels that are nearer to it than to any other color; empty for a single color. */
function inksOf({ data, width, height }: Pixels, colors: readonly Color[]): Ink[] {
  if (colors.length < 2) return []
  const inks = colors.map(() => new Uint8Array(width * height))
  const away = new Float64Array(colors.length)
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue] = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0]
    let [nearest, next] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let index = 0; index < colors.length; index += 1) {
      const [ownRed = 0, ownGreen = 0, ownBlue = 0] = colors[index] ?? []
      const distance = Math.sqrt((red - ownRed) ** 2 + (green - ownGreen) ** 2 + (blue - ownBlue) ** 2)
      away[index] = distance
      if (distance < nearest) {
        next = nearest
        nearest = distance
      } else if (distance < next) next = distance
    }
    for (let index = 0; index < colors.length; index += 1) {
      const near = away[index] ?? 0
      const far = near === nearest ? next : nearest
      const share = far / Math.max(1, near + far)
      const ink = inks[index]
      if (ink) ink[at] = Math.max(0, Math.min(255, ((share - 0.5) / SOFT) * 127.5 + 127.5))
    }
  }
  return inks.map((values) => ({ values, width, height }))
}

const heightOf = (piece: Piece) => piece.bottom - piece.top + 1
const widthOf = (piece: Piece) => piece.right - piece.left + 1
const inkIn = (pieces: readonly Piece[]) => pieces.reduce((sum, { area }) => sum + area, 0)

/** Scores how well pieces of ink fit the recognized letters, and selects the pieces of letters and their marks. */
function judge(pieces: Piece[], line: Pixels, core: Core, letters: readonly number[]): Judged {
  const tall = core.bottom - core.top
  const bodies = pieces.filter((piece) => isLetterLike(piece, core))
  const reach = tall * SIGN_ACROSS
  const under = letters.filter((at) =>
    bodies.some(({ left, right }) => at * line.width >= left - reach && at * line.width <= right + reach),
  )
  const fit = letters.length > 0 ? under.length / letters.length : 0
  // About as many separate pieces as letters suggest letters; much leftover ink suggests background.
  const count = Math.min(bodies.length, letters.length) / Math.max(bodies.length, letters.length, 1)
  const clean = inkIn(bodies) / Math.max(1, inkIn(pieces))
  const kept = new Set(bodies)
  const isSized = (piece: Piece) =>
    piece.area >= SIGN_AREA_MIN &&
    heightOf(piece) < tall * LETTER_MAX &&
    widthOf(piece) < tall * SIGN_WIDTH_MAX &&
    piece.top > 0 &&
    piece.bottom < line.height - 1
  const others = pieces.filter((piece) => !kept.has(piece) && isSized(piece))
  const signs = others.filter((piece) => bodies.some((body) => isBeside(piece, body, tall, SIGN_DOWN)))
  const seconds = others.filter(
    (piece) => heightOf(piece) < tall * SECOND.height && signs.some((sign) => isBeside(piece, sign, tall, SECOND.down)),
  )
  for (const sign of [...signs, ...seconds]) kept.add(sign)
  const keep = pieces.map((piece) => kept.has(piece))
  return { bodies, fit, worth: fit + 0.5 * count + 0.5 * clean, keep }
}

function isLetterLike(piece: Piece, core: Core): boolean {
  const tall = core.bottom - core.top
  const [width, height] = [widthOf(piece), heightOf(piece)]
  const middle = (piece.top + piece.bottom) / 2
  const isBlock = width > height * 0.6 && piece.area > width * height * 0.95
  return (
    height >= tall * LETTER_MIN &&
    height <= tall * LETTER_MAX &&
    width <= tall * WIDE_MAX &&
    middle > core.top &&
    middle < core.bottom &&
    !isBlock
  )
}

/** Returns true if a mark is near a letter or another mark, above or below it. */
function isBeside(sign: Piece, body: Piece, tall: number, downMax: number): boolean {
  const across = Math.max(sign.left, body.left) - Math.min(sign.right, body.right)
  const down = Math.max(sign.top, body.top) - Math.min(sign.bottom, body.bottom)
  return across <= tall * SIGN_ACROSS && down <= tall * downMax
}

function only(ink: Ink, labels: Int32Array, keep: boolean[]): Ink {
  const { width, height } = ink
  const values = new Uint8Array(ink.values.length)
  const isKept = (at: number) => keep[(labels[at] ?? 0) - 1] ?? false
  for (let at = 0; at < values.length; at += 1) {
    const isEdge =
      (labels[at] ?? 0) === 0 && (isKept(at - 1) || isKept(at + 1) || isKept(at - width) || isKept(at + width))
    if (isEdge || isKept(at)) values[at] = ink.values[at] ?? 0
  }
  return { values, width, height }
}
