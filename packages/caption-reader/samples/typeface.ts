import { readFileSync } from 'node:fs'
import opentype from 'opentype.js'

/** @param files parts of one typeface: each character is taken from the first part that has it */
export function readFace(files: string[]): opentype.Font[] {
  return files.map((file) => {
    const bytes = readFileSync(file)
    return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  })
}

/** Distortion of letters: horizontal stretch, and slant as a share of their height. */
export interface Bent {
  wide: number
  lean: number
}

export interface Outline {
  /** At size 1. */
  width: number
  /** The position of each character, at size 1. */
  places: { from: number; to: number }[]
  /** An SVG path with the text's left end and baseline at a point. */
  path(x: number, y: number, size: number): string
}

/** A line of text as outlines, without kerning. */
export function outlineOf(text: string, face: opentype.Font[], { wide, lean }: Bent = { wide: 1, lean: 0 }): Outline {
  let width = 0
  const glyphs = [...text.normalize('NFC')].map((character) => {
    const font = face.find((part) => part.charToGlyphIndex(character) > 0) ?? face[0]
    if (!font) throw new Error('a typeface without parts')
    const glyph = font.charToGlyph(character)
    const from = width
    width += ((glyph.advanceWidth ?? 0) / font.unitsPerEm) * wide
    return { glyph, from, to: width }
  })
  return {
    width,
    places: glyphs.map(({ from, to }) => ({ from, to })),
    path(x, y, size) {
      const bend = (dx: number, dy: number) => [x + dx * wide - dy * lean, y + dy] as const
      return glyphs.map(({ glyph, from }) => pathData(glyph.getPath((from * size) / wide, 0, size), bend)).join('')
    },
  }
}

/** The library's own serializer writes NaN for some coordinates, which truncates the drawing. */
function pathData({ commands }: opentype.Path, bend: (x: number, y: number) => readonly [number, number]): string {
  return commands
    .map((command) => {
      const points = 'x1' in command ? [bend(command.x1, command.y1)] : []
      if ('x2' in command) points.push(bend(command.x2, command.y2))
      if ('x' in command) points.push(bend(command.x, command.y))
      return command.type + points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join(' ')
    })
    .join('')
}
