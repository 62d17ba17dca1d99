import { fileURLToPath } from 'node:url'
import type opentype from 'opentype.js'
import { outlineOf, readFace } from './typeface.ts'

const faces = new Map<string, opentype.Font[]>()

/** @param name family and weight, such as `roboto-400`, of an installed @fontsource package */
export function faceOf(name: string): opentype.Font[] {
  const known = faces.get(name)
  if (known) return known
  const family = name.replace(/-\d+$/, '')
  const weight = name.match(/\d+$/)?.[0]
  const files = ['latin', 'vietnamese', 'latin-ext'].map(
    (part) => `@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff`,
  )
  const face = readFace(files.map((file) => fileURLToPath(import.meta.resolve(file))))
  faces.set(name, face)
  return face
}

export interface Paragraph {
  /** SVG with its upper left corner at 0, 0. */
  svg: string
  width: number
  height: number
}

export interface Setting {
  font: string
  /** Font size, in pixels. */
  size: number
  fill: string
  /** Width of a line, in pixels. */
  width: number
  /** Attributes of the path, such as a stroke. */
  more?: string
  align?: 'left' | 'middle'
  /** Inserts a yellow face emoji once per this many words. */
  emojiEach?: number
}

const LEADING = 1.36
const EMOJI = '\u{1F600}'

/** Breaks a text into lines. */
export function setText(text: string, setting: Setting): Paragraph {
  const { font, size, fill, width, more = '', align = 'left', emojiEach } = setting
  const face = faceOf(font)
  const words = text.split(' ').flatMap((word, at) => (emojiEach && at % emojiEach === 1 ? [word, EMOJI] : [word]))
  const widthOf = (word: string) => (word === EMOJI ? size * 1.1 : outlineOf(word, face).width * size)
  const space = outlineOf(' ', face).width * size
  const lines: { words: { word: string; x: number }[]; width: number }[] = []
  for (const word of words) {
    const last = lines.at(-1)
    const x = last ? last.width + space : 0
    if (last && x + widthOf(word) <= width) {
      last.words.push({ word, x })
      last.width = x + widthOf(word)
    } else lines.push({ words: [{ word, x: 0 }], width: widthOf(word) })
  }
  const drawn = lines.flatMap((line, row) => {
    const left = align === 'middle' ? (width - line.width) / 2 : 0
    const y = size * (1.08 + row * LEADING)
    return line.words.map(({ word, x }) =>
      word === EMOJI ? drawFace(left + x, y, size) : `<path d="${outlineOf(word, face).path(left + x, y, size)}"/>`,
    )
  })
  return {
    svg: `<g fill="${fill}" ${more}>${drawn.join('')}</g>`,
    width: Math.max(...lines.map((line) => line.width)),
    height: size * (0.45 + lines.length * LEADING),
  }
}

function drawFace(x: number, y: number, size: number): string {
  const [r, cx, cy] = [size * 0.5, x + size * 0.55, y - size * 0.36]
  const eye = (side: number) => `<circle cx="${cx + side * r * 0.35}" cy="${cy - r * 0.2}" r="${r * 0.13}"/>`
  const mouth = `<path d="M${cx - r * 0.5} ${cy + r * 0.2}Q${cx} ${cy + r * 0.8} ${cx + r * 0.5} ${cy + r * 0.2}" fill="none" stroke="#5b3a00" stroke-width="${r * 0.14}"/>`
  return `<g stroke="none"><circle cx="${cx}" cy="${cy}" r="${r}" fill="#ffcc33"/><g fill="#5b3a00">${eye(-1)}${eye(1)}</g>${mouth}</g>`
}
