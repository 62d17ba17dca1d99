import type { PathCommand } from 'opentype.js'
import { wordAttribute } from './drawn-words.ts'
import { type FontName, findGlyph } from './fonts.ts'
import { type Box, el, num } from './svg.ts'

export interface TextStyle {
  font: FontName
  /** Largest and smallest type size to try, in pixels. */
  max: number
  min?: number
  fill: string
  /** Outline drawn behind the letters; `outline` is its share of the type size. */
  stroke?: string
  outline?: number
  align?: 'start' | 'middle' | 'end'
  valign?: 'top' | 'middle' | 'bottom'
  /** Distance of baselines as a share of the type size. */
  leading?: number
  upper?: boolean
  /** Degrees, around the middle of the box. */
  rotate?: number
}

interface Line {
  text: string
  width: number
}

export interface TextLayout {
  size: number
  lines: Line[]
  /** Extent of the ink above the first baseline and below the last one, and between baselines, in pixels. */
  ascent: number
  descent: number
  leading: number
  width: number
  height: number
  /** As they are written, before `upper`; one after the other through the lines. */
  words: string[]
}

/** Width of one line in pixels. */
export function measure(font: FontName, size: number, text: string): number {
  let width = 0
  walk(font, size, text, (_found, _x, advance) => {
    width += advance
  })
  return width
}

function walk(
  font: FontName,
  size: number,
  text: string,
  visit: (found: ReturnType<typeof findGlyph>, x: number, advance: number) => void,
): void {
  let x = 0
  let previous: ReturnType<typeof findGlyph> | undefined
  for (const character of text) {
    const found = findGlyph(font, character)
    const scale = size / found.part.unitsPerEm
    const kern = previous?.part === found.part ? found.part.getKerningValue(previous.glyph, found.glyph) * scale : 0
    const advance = (found.glyph.advanceWidth ?? 0) * scale + kern
    visit(found, x + kern, advance)
    x += advance
    previous = found
  }
}

/** Ink above and below the baseline: capitals with two marks (Ế, Ẩ) stand far above the font's nominal height. */
function inkExtent(font: FontName, size: number, text: string): { above: number; below: number } {
  let above = 0
  let below = 0
  for (const character of text) {
    const { part, glyph } = findGlyph(font, character)
    const box = glyph.getBoundingBox()
    const scale = size / part.unitsPerEm
    above = Math.max(above, box.y2 * scale)
    below = Math.max(below, -box.y1 * scale)
  }
  return { above, below }
}

function breakLines(font: FontName, size: number, text: string, width: number): Line[] | undefined {
  const lines: Line[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (measure(font, size, longer) <= width) {
        line = longer
        continue
      }
      if (line === '' || measure(font, size, word) > width) return undefined
      lines.push({ text: line, width: measure(font, size, line) })
      line = word
    }
    lines.push({ text: line, width: measure(font, size, line) })
  }
  return lines
}

/** The narrowest setting with as few lines as possible: no lonely last word. */
function balance(font: FontName, size: number, text: string, width: number): Line[] | undefined {
  const widest = breakLines(font, size, text, width)
  if (widest === undefined || widest.length < 2) return widest
  let best = widest
  let low = width / 2
  let high = width
  while (high - low > size / 4) {
    const middle = (low + high) / 2
    const lines = breakLines(font, size, text, middle)
    if (lines !== undefined && lines.length <= widest.length) {
      best = lines
      high = middle
    } else low = middle
  }
  return best
}

const wordsOf = (text: string) => text.split(/[ \n]/).filter((word) => word !== '')

type Extent = Omit<TextLayout, 'words'>

function layoutAt(text: string, width: number, style: TextStyle, size: number): Extent | undefined {
  const lines = balance(style.font, size, text, width)
  if (lines === undefined) return undefined
  const extents = lines.map((line) => inkExtent(style.font, size, line.text))
  const gaps = extents.slice(1).map((extent, i) => extent.above + (extents[i]?.below ?? 0) + size * 0.08)
  const leading = Math.max(size * (style.leading ?? 1.15), ...gaps)
  const ascent = extents[0]?.above ?? 0
  const descent = extents.at(-1)?.below ?? 0
  const height = ascent + descent + leading * (lines.length - 1)
  return { size, lines, ascent, descent, leading, width: Math.max(...lines.map((line) => line.width)), height }
}

/**
 * Sets text as large as fits into width × height (pixels), between the style's max and min sizes.
 * @throws Error when it does not fit at the smallest size, so that a caption can never leave its picture unnoticed.
 */
export function layoutText(text: string, width: number, height: number, style: TextStyle): TextLayout {
  const composed = text.normalize('NFC')
  const prepared = style.upper === true ? composed.toLocaleUpperCase('vi') : composed
  const min = style.min ?? style.max * 0.4
  for (let size = style.max; size >= min; size -= Math.max(1, style.max * 0.03)) {
    const edge = size * (style.outline ?? 0)
    const layout = layoutAt(prepared, width - edge, style, size)
    if (layout !== undefined && layout.height + edge <= height) return { ...layout, words: wordsOf(composed) }
  }
  throw new Error(`Text does not fit into ${num(width)} x ${num(height)}: ${text}`)
}

/** The library's own serialiser runs a 0 into the number before it (`13.1 0` becomes `13.10`), so we write our own. */
function pathData(commands: readonly PathCommand[]): string {
  let d = ''
  for (const command of commands) {
    switch (command.type) {
      case 'M':
        d += `${d === '' ? '' : 'Z'}M${num(command.x)} ${num(command.y)}`
        break
      case 'L':
        d += `L${num(command.x)} ${num(command.y)}`
        break
      case 'Q':
        d += `Q${num(command.x1)} ${num(command.y1)} ${num(command.x)} ${num(command.y)}`
        break
      case 'C':
        d += `C${num(command.x1)} ${num(command.y1)} ${num(command.x2)} ${num(command.y2)} ${num(command.x)} ${num(command.y)}`
        break
    }
  }
  return d === '' ? d : `${d}Z`
}

function linePath(font: FontName, size: number, text: string, x: number, y: number): string {
  let d = ''
  walk(font, size, text, ({ part, glyph }, offset) => {
    d += pathData(glyph.getPath(x + offset, y, size, {}, part).commands)
  })
  return d
}

/** The positions of the words of a line that begins at x on the baseline y. */
function placeWords(font: FontName, size: number, text: string, x: number, y: number): Box[] {
  let from = 0
  return wordsOf(text).map((word) => {
    const at = text.indexOf(word, from)
    from = at + word.length
    const { above, below } = inkExtent(font, size, word)
    const left = x + measure(font, size, text.slice(0, at))
    return { x: left, y: y - above, w: measure(font, size, word), h: above + below }
  })
}

/**
 * Draws a layout into a box. The `data-text` of the element is the inked box `x,y,w,h`, which tests read; its `data-words`
 * are the words with theirs, which `findDrawnWords` reads.
 */
export function drawLayout(layout: TextLayout, box: Box, style: TextStyle): string {
  const slack = box.h - layout.height
  const top = box.y + (style.valign === 'top' ? 0 : style.valign === 'bottom' ? slack : slack / 2)
  let d = ''
  let left = Number.POSITIVE_INFINITY
  const boxes: Box[] = []
  layout.lines.forEach((line, i) => {
    const room = box.w - line.width
    const x = box.x + (style.align === 'start' ? 0 : style.align === 'end' ? room : room / 2)
    left = Math.min(left, x)
    const baseline = top + layout.ascent + i * layout.leading
    d += linePath(style.font, layout.size, line.text, x, baseline)
    boxes.push(...placeWords(style.font, layout.size, line.text, x, baseline))
  })
  const outline = style.stroke === undefined ? undefined : layout.size * (style.outline ?? 0.16)
  const turn = style.rotate
  return el('path', {
    d,
    fill: style.fill,
    stroke: style.stroke ?? 'none',
    'stroke-width': outline,
    'stroke-linejoin': outline === undefined ? undefined : 'round',
    'paint-order': outline === undefined ? undefined : 'stroke',
    transform: turn ? `rotate(${num(turn)} ${num(box.x + box.w / 2)} ${num(box.y + box.h / 2)})` : undefined,
    'data-text': [left, top, layout.width, layout.height].map(num).join(','),
    'data-words': wordAttribute(layout.words, boxes),
  })
}

/** Lays text out in a box and draws it. */
export function textBox(text: string, box: Box, style: TextStyle): string {
  return drawLayout(layoutText(text, box.w, box.h, style), box, style)
}
