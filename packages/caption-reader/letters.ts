import { findPieces, type Ink, type Piece } from './pieces.ts'

/** The likelihood that a pixel belongs to a letter, from 0 to 255. */
export type Shade = (red: number, green: number, blue: number) => number

/** Captions are nearly always white, yellow or otherwise bright, or black. */
export const USUAL_SHADES: readonly Shade[] = [
  (red, green, blue) => ((Math.min(red, green, blue) - 150) * 255) / 80,
  // Yellow differs from equally bright pale backgrounds by its lack of blue.
  (red, green, blue) => ((Math.min(red, green) - blue - 50) * 255) / 60,
  (red, green, blue) => ((0.3 * red + 0.59 * green + 0.11 * blue - 150) * 255) / 60,
  (red, green, blue) => ((90 - Math.max(red, green, blue)) * 255) / 70,
]

/** Red, orange, green, azure, blue and pink, by hue in degrees. */
export const COLORED_SHADES: readonly Shade[] = [0, 30, 125, 205, 235, 325].map(shadeOfHue)

/** Color strength along a hue, minus that of neighboring hues. */
function shadeOfHue(degrees: number): Shade {
  const [cosine, sine] = [Math.cos((degrees / 180) * Math.PI), Math.sin((degrees / 180) * Math.PI)]
  return (red, green, blue) => {
    const [x, y] = [red - (green + blue) / 2, ((green - blue) * Math.sqrt(3)) / 2]
    return ((x * cosine + y * sine - 0.6 * Math.abs(y * cosine - x * sine) - 60) * 255) / 60
  }
}

/** @param pixels three bytes each: red, green, blue */
export function inkOf(pixels: Uint8Array, width: number, height: number, shade: Shade): Ink {
  const values = new Uint8Array(width * height)
  for (let index = 0; index < values.length; index += 1) {
    const at = index * 3
    values[index] = Math.max(0, Math.min(255, shade(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)))
  }
  return { values, width, height }
}

/** Shares of the picture's height. */
const LETTER_MIN = 0.018
const LETTER_MAX = 0.24
/** A mark lies within this many letter heights of its letter. */
const SIGN_REACH = 0.55
const AREA_MIN = 5

/**
 * Filters likely letters: pieces as tall as letters, and small marks near them. Removes skies, shirts and grain.
 * @returns the remaining ink and the typical letter height in pixels; undefined if nothing looks like a letter
 */
export function filterLetters(ink: Ink): { ink: Ink; letterHeight: number } | undefined {
  const { pieces, labels } = findPieces(ink)
  const heightOf = (piece: Piece) => piece.bottom - piece.top + 1
  const isSized = (piece: Piece) =>
    heightOf(piece) >= ink.height * LETTER_MIN && heightOf(piece) <= ink.height * LETTER_MAX
  const candidates = pieces.filter((piece) => isSized(piece) && piece.area >= AREA_MIN * 2 && isLetterLike(piece, ink))
  if (candidates.length === 0) return undefined
  const letterHeight = usualHeight(candidates)
  const letters = candidates.filter(
    (piece) => heightOf(piece) >= letterHeight * 0.4 && heightOf(piece) <= letterHeight * 2,
  )
  const isSign = (piece: Piece) =>
    piece.area >= AREA_MIN &&
    heightOf(piece) < letterHeight * 0.6 &&
    piece.right - piece.left < letterHeight * 1.2 &&
    letters.some((letter) => isClose(piece, letter, letterHeight * SIGN_REACH))
  const kept = new Set(letters)
  const keep = pieces.map((piece) => kept.has(piece) || isSign(piece))
  const values = ink.values.map((value, index) => {
    const label = labels[index] ?? 0
    return label > 0 && keep[label - 1] ? value : 0
  })
  return { ink: { ...ink, values: soften(values, ink, labels, keep) }, letterHeight }
}

/** Restores the soft edges of the remaining pieces; letters are hard to read without them. */
function soften(kept: Uint8Array, ink: Ink, labels: Int32Array, keep: boolean[]): Uint8Array {
  const result = kept.slice()
  const { width } = ink
  for (let index = 0; index < result.length; index += 1) {
    if ((labels[index] ?? 0) > 0 || (ink.values[index] ?? 0) === 0) continue
    const near = [index - 1, index + 1, index - width, index + width]
    const isEdge = near.some((at) => {
      const label = labels[at] ?? 0
      return label > 0 && keep[label - 1]
    })
    if (isEdge) result[index] = ink.values[index] ?? 0
  }
  return result
}

/** Returns true if a piece is neither a solid block nor cut off by the picture's edge. */
function isLetterLike(piece: Piece, ink: Ink): boolean {
  const [width, height] = [piece.right - piece.left + 1, piece.bottom - piece.top + 1]
  const touchesEdge =
    piece.left === 0 || piece.top === 0 || piece.right === ink.width - 1 || piece.bottom === ink.height - 1
  if (touchesEdge && height > ink.height * 0.1) return false
  return !(piece.area > width * height * 0.92 && width > height)
}

function isClose(sign: Piece, letter: Piece, reach: number): boolean {
  const across = Math.max(sign.left, letter.left) - Math.min(sign.right, letter.right)
  const down = Math.max(sign.top, letter.top) - Math.min(sign.bottom, letter.bottom)
  return across <= reach * 0.5 && down <= reach
}

/** The median height of pieces, weighted by their ink. */
function usualHeight(pieces: Piece[]): number {
  const sorted = pieces
    .map((piece) => ({ height: piece.bottom - piece.top + 1, area: piece.area }))
    .sort((a, b) => a.height - b.height)
  const half = sorted.reduce((sum, { area }) => sum + area, 0) / 2
  let sum = 0
  for (const { height, area } of sorted) {
    sum += area
    if (sum >= half) return height
  }
  return sorted.at(-1)?.height ?? 1
}
