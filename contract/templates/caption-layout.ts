// Caption rendering: one layout, from glyph outlines, shared by the studio in the browser and by the server.
import type { Caption } from './captions.ts'
import { clustersOf } from './emoji.ts'

/** The parts of a font that the layout uses; opentype.js fonts have this shape. */
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

/** A caption ready to draw: in pixels of the picture, rotated about the center of its box. */
export interface DrawnCaption {
  /** SVG path data of all glyphs. */
  path: string
  /** Squares that emoji pictures fill. */
  emoji: DrawnEmoji[]
  color: string
  outline: string
  /** Width of the stroke drawn beneath the fill; half of it extends outside the letters. 0 for none. */
  outlineWidth: number
  /** Offset of the shadow to the right and down; 0 for none. */
  shadow: number
  /** Degrees clockwise. */
  rotation: number
  center: { x: number; y: number }
  /** Font size, whether chosen automatically or given. */
  size: number
  /** Top of the first line. */
  top: number
}

export interface DrawnEmoji {
  code: string
  x: number
  y: number
  side: number
}

/** Height of capitals with tone marks, and depth of descenders, in font sizes. */
const ASCENT = 0.98
const DESCENT = 0.24
/** Opacity of the black shadow. */
export const SHADOW_OPACITY = 0.55
/** An emoji's side length, advance width and top above the baseline, in font sizes. */
const EMOJI_SIDE = 1
const EMOJI_ADVANCE = 1.12
const EMOJI_RISE = 0.92
/** Invisible characters: direction marks, joiners and the like. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u
const SMALLEST_SHARE = 0.02
const SMALLEST_PX = 8
const STEPS = 12

/** A caption's text as drawn: composed, with normalized blanks and case. */
export function captionText({ text, uppercase }: Pick<Caption, 'text' | 'uppercase'>): string {
  const composed = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
  return uppercase ? composed.toUpperCase() : composed
}

/** The characters and emoji of a caption that neither its font nor an emoji picture can show. */
export function missingCharacters(
  caption: Pick<Caption, 'text' | 'uppercase'>,
  fonts: readonly OutlineFont[],
  hasEmoji: (code: string) => boolean,
): string[] {
  const missing = clustersOf(captionText(caption)).flatMap(({ text, emoji, isCharacter }) => {
    if (emoji !== undefined && !(isCharacter && fontOf(fonts, text))) return hasEmoji(emoji) ? [] : [text]
    return [...text].filter(
      (character) => !/\s/.test(character) && !UNSEEN.test(character) && !fontOf(fonts, character),
    )
  })
  return [...new Set(missing)]
}

/** The codes of the emoji in a caption. */
export const emojiOf = (caption: Pick<Caption, 'text' | 'uppercase'>): string[] =>
  clustersOf(captionText(caption)).flatMap(({ emoji }) => emoji ?? [])

const fontOf = (fonts: readonly OutlineFont[], character: string) =>
  fonts.find((font) => font.charToGlyphIndex(character) > 0)

/**
 * Lays out a caption in its box: breaks lines at spaces and, if no size is given, uses the largest size that fits. Text that does
 * not fit at the smallest size overflows the box.
 * @param fonts the files of the caption's font, one per script; characters in none of them are left out, emoji are pictures
 */
export function drawCaption(caption: Caption, picture: Size, fonts: readonly OutlineFont[]): DrawnCaption {
  const box = {
    x: caption.x * picture.width,
    y: caption.y * picture.height,
    width: caption.width * picture.width,
    height: caption.height * picture.height,
  }
  const text = captionText(caption).trim()
  const place = lineMeasure(fonts)
  const smallest = Math.max(SMALLEST_PX, picture.height * SMALLEST_SHARE)
  const size = caption.size
    ? Math.max(1, caption.size * picture.height)
    : fitSize(text, box, caption.lineHeight, place, smallest)
  const lines = breakLines(text, box.width / size, place)
  const lineHeight = size * caption.lineHeight
  const height = heightOf(lines.length, caption.lineHeight) * size
  const slack = box.height - height
  const top = box.y + (caption.verticalAlign === 'top' ? 0 : caption.verticalAlign === 'bottom' ? slack : slack / 2)
  const paths: string[] = []
  const emoji: DrawnEmoji[] = []
  for (const [index, line] of lines.entries()) {
    const room = box.width - widthOf(line, place) * size
    const x = box.x + (caption.align === 'left' ? 0 : caption.align === 'right' ? room : room / 2)
    const baseline = top + ASCENT * size + index * lineHeight
    for (const { glyph, code, at } of place(line)) {
      if (glyph) paths.push(glyph.getPath(x + at * size, baseline, size).toPathData(2))
      else if (code)
        emoji.push({
          code,
          x: x + (at + (EMOJI_ADVANCE - EMOJI_SIDE) / 2) * size,
          y: baseline - EMOJI_RISE * size,
          side: EMOJI_SIDE * size,
        })
    }
  }
  return {
    path: paths.join(''),
    emoji,
    color: caption.color,
    outline: caption.outlineColor,
    outlineWidth: caption.outlineWidth * size,
    shadow: caption.shadow * size,
    rotation: caption.rotation,
    center: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    size,
    top,
  }
}

const heightOf = (lines: number, lineHeight: number) => ASCENT + DESCENT + Math.max(0, lines - 1) * lineHeight

interface Placed {
  glyph?: OutlineGlyph
  /** Code of an emoji; absent for a glyph. */
  code?: string
  /** Start and end, in font sizes. */
  at: number
  end: number
}

type Measure = (line: string) => readonly Placed[]

/** Returns a function that measures and places a line's glyphs, with a cache per line. */
function lineMeasure(fonts: readonly OutlineFont[]): Measure {
  const known = new Map<string, readonly Placed[]>()
  return (line) => {
    const placed = known.get(line) ?? placeGlyphs(line, fonts)
    known.set(line, placed)
    return placed
  }
}

const widthOf = (line: string, place: Measure) => place(line).at(-1)?.end ?? 0

/** Finds by bisection the largest size at which all lines fit without breaking a word. */
function fitSize(text: string, box: Size, lineHeight: number, place: Measure, smallest: number): number {
  const longest = Math.max(0.01, ...text.split(/\s+/).map((word) => widthOf(word, place)))
  let low = smallest
  let high = Math.max(smallest, Math.min(box.height / (ASCENT + DESCENT), box.width / longest))
  for (let step = 0; step < STEPS; step += 1) {
    const size = (low + high) / 2
    const lines = breakLines(text, box.width / size, place)
    if (heightOf(lines.length, lineHeight) * size <= box.height) low = size
    else high = size
  }
  return Math.round(low * 4) / 4
}

/** Breaks text into lines no wider than `width` (in font sizes); a longer word is broken between letters. */
function breakLines(text: string, width: number, place: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ').flatMap((one) => breakWord(one, width, place))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && widthOf(longer, place) > width + TOLERANCE) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  })
}

/** Tolerance so that a rounded size does not break the word that it was chosen for. */
const TOLERANCE = 0.02

function breakWord(word: string, width: number, place: Measure): string[] {
  if (widthOf(word, place) <= width + TOLERANCE) return [word]
  const parts: string[] = []
  let part = ''
  for (const { text } of clustersOf(word)) {
    if (part !== '' && widthOf(part + text, place) > width) {
      parts.push(part)
      part = ''
    }
    part += text
  }
  return [...parts, part]
}

function placeGlyphs(line: string, fonts: readonly OutlineFont[]): Placed[] {
  const placed: Placed[] = []
  let at = 0
  let before: { font: OutlineFont; glyph: OutlineGlyph } | undefined
  for (const { text, emoji, isCharacter } of clustersOf(line)) {
    if (emoji !== undefined && !(isCharacter && fontOf(fonts, text))) {
      placed.push({ code: emoji, at, end: at + EMOJI_ADVANCE })
      at += EMOJI_ADVANCE
      before = undefined
      continue
    }
    for (const character of text) {
      const font = UNSEEN.test(character) ? undefined : fontOf(fonts, character)
      if (!font) continue
      const glyph = font.charToGlyph(character)
      if (before?.font === font) at += font.getKerningValue(before.glyph.index, glyph.index) / font.unitsPerEm
      const end = at + (glyph.advanceWidth ?? 0) / font.unitsPerEm
      placed.push({ glyph, at, end })
      at = end
      before = { font, glyph }
    }
  }
  return placed
}
