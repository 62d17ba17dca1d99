// How captions are drawn: one layout for the studio in the browser and for rendering on the server, both from glyph outlines.
import type { Caption } from './captions.ts'

/** What the layout needs of a font file; opentype.js has this shape. */
export interface OutlineFont {
  unitsPerEm: number
  charToGlyphIndex(character: string): number
  charToGlyph(character: string): OutlineGlyph
  getKerningValue(left: number, right: number): number
}

export interface OutlineGlyph {
  index: number
  advanceWidth?: number | undefined
  getPath(x: number, y: number, size: number): { toPathData(decimals: number): string }
}

export interface Size {
  width: number
  height: number
}

/** A caption ready to be drawn: in pixels of the picture, turned about the centre of its box. */
export interface DrawnCaption {
  /** SVG path data of all glyphs. */
  path: string
  color: string
  outline: string
  /** Width of the stroke that is drawn beneath the fill, half of it outside of the letters; 0 for none. */
  outlineWidth: number
  /** Offset of the shadow down and right; 0 for none. */
  shadow: number
  /** Degrees clockwise. */
  rotation: number
  centre: { x: number; y: number }
  /** Font size that was chosen or given. */
  size: number
}

/** Heights of the fonts' capitals with tone marks and of their descenders, in font sizes. */
const ASCENT = 0.98
const DESCENT = 0.24
/** Of the black that a shadow is drawn in. */
export const SHADOW_OPACITY = 0.55
const SMALLEST_SHARE = 0.02
const SMALLEST_PX = 8
const STEPS = 12

/** A caption's text as it is drawn. */
export function captionText({ text, uppercase }: Pick<Caption, 'text' | 'uppercase'>): string {
  const composed = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
  return uppercase ? composed.toUpperCase() : composed
}

/** The characters of a caption that no part of its font can draw. */
export function missingCharacters(
  caption: Pick<Caption, 'text' | 'uppercase'>,
  fonts: readonly OutlineFont[],
): string[] {
  const characters = [...captionText(caption)].filter((character) => !/\s/.test(character))
  return [...new Set(characters.filter((character) => !fontOf(fonts, character)))]
}

const fontOf = (fonts: readonly OutlineFont[], character: string) =>
  fonts.find((font) => font.charToGlyphIndex(character) > 0)

/**
 * Lays a caption out in its box of a picture: lines are broken at spaces, and without a size the text gets the largest size that
 * fits. A text that does not fit at the smallest size overflows its box.
 * @param fonts the files of the caption's font, one for each script; characters in none of them are left out
 */
export function drawCaption(caption: Caption, picture: Size, fonts: readonly OutlineFont[]): DrawnCaption {
  const box = {
    x: caption.x * picture.width,
    y: caption.y * picture.height,
    width: caption.width * picture.width,
    height: caption.height * picture.height,
  }
  const text = captionText(caption).trim()
  const smallest = Math.max(SMALLEST_PX, picture.height * SMALLEST_SHARE)
  const size = caption.size
    ? Math.max(1, caption.size * picture.height)
    : fitSize(text, box, caption.lineHeight, fonts, smallest)
  const lines = breakLines(text, box.width / size, fonts)
  const lineHeight = size * caption.lineHeight
  const height = heightOf(lines.length, caption.lineHeight) * size
  const slack = box.height - height
  const top = box.y + (caption.verticalAlign === 'top' ? 0 : caption.verticalAlign === 'bottom' ? slack : slack / 2)
  const paths = lines.map((line, index) => {
    const room = box.width - widthOf(line, fonts) * size
    const x = box.x + (caption.align === 'left' ? 0 : caption.align === 'right' ? room : room / 2)
    return pathOf(line, x, top + ASCENT * size + index * lineHeight, size, fonts)
  })
  return {
    path: paths.join(''),
    color: caption.color,
    outline: caption.outlineColor,
    outlineWidth: caption.outlineWidth * size,
    shadow: caption.shadow * size,
    rotation: caption.rotation,
    centre: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    size,
  }
}

const heightOf = (lines: number, lineHeight: number) => ASCENT + DESCENT + Math.max(0, lines - 1) * lineHeight

/** The largest size at which no word is broken and all lines fit; found by halving. */
function fitSize(text: string, box: Size, lineHeight: number, fonts: readonly OutlineFont[], smallest: number): number {
  const longest = Math.max(0.01, ...text.split(/\s+/).map((word) => widthOf(word, fonts)))
  let low = smallest
  let high = Math.max(smallest, Math.min(box.height / (ASCENT + DESCENT), box.width / longest))
  for (let step = 0; step < STEPS; step += 1) {
    const size = (low + high) / 2
    const lines = breakLines(text, box.width / size, fonts)
    if (heightOf(lines.length, lineHeight) * size <= box.height) low = size
    else high = size
  }
  return Math.round(low * 4) / 4
}

/** Lines no wider than so many font sizes; a longer word is broken between letters. */
function breakLines(text: string, width: number, fonts: readonly OutlineFont[]): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ').flatMap((one) => breakWord(one, width, fonts))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && widthOf(longer, fonts) > width + TOLERANCE) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  })
}

/** A size that was rounded must not break the word that it was chosen for. */
const TOLERANCE = 0.02

function breakWord(word: string, width: number, fonts: readonly OutlineFont[]): string[] {
  if (widthOf(word, fonts) <= width + TOLERANCE) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && widthOf(part + character, fonts) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

interface Placed {
  glyph: OutlineGlyph
  /** Position and advance in font sizes. */
  at: number
  end: number
}

function placeGlyphs(line: string, fonts: readonly OutlineFont[]): Placed[] {
  const placed: Placed[] = []
  let at = 0
  let before: { font: OutlineFont; glyph: OutlineGlyph } | undefined
  for (const character of line) {
    const font = fontOf(fonts, character)
    if (!font) continue
    const glyph = font.charToGlyph(character)
    if (before?.font === font) at += font.getKerningValue(before.glyph.index, glyph.index) / font.unitsPerEm
    const end = at + (glyph.advanceWidth ?? 0) / font.unitsPerEm
    placed.push({ glyph, at, end })
    at = end
    before = { font, glyph }
  }
  return placed
}

const widthOf = (line: string, fonts: readonly OutlineFont[]) => placeGlyphs(line, fonts).at(-1)?.end ?? 0

const pathOf = (line: string, x: number, baseline: number, size: number, fonts: readonly OutlineFont[]) =>
  placeGlyphs(line, fonts)
    .map(({ glyph, at }) => glyph.getPath(x + at * size, baseline, size).toPathData(2))
    .join('')
