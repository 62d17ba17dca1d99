import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import opentype from 'opentype.js'
import sharp from 'sharp'
import { randomPicture } from './random-picture.ts'

const CAPTION_FONT = ['latin', 'vietnamese', 'latin-ext'].map((part) => {
  const file = fileURLToPath(import.meta.resolve(`@fontsource/anton/files/anton-${part}-400-normal.woff`))
  const bytes = readFileSync(file)
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
})

/** One line as outlines, so that rendering does not depend on installed fonts. */
function outlineText(text: string, size: number): { path: (x: number, y: number) => string; width: number } {
  const glyphs = [...text.normalize('NFC')].map((character) => {
    const font = CAPTION_FONT.find((part) => part.charToGlyphIndex(character) > 0)
    if (!font) throw new Error(`The caption font has no "${character}"`)
    const glyph = font.charToGlyph(character)
    return { glyph, advance: ((glyph.advanceWidth ?? 0) / font.unitsPerEm) * size }
  })
  return {
    width: glyphs.reduce((sum, { advance }) => sum + advance, 0),
    path(x, y) {
      let at = x
      const parts: string[] = []
      for (const { glyph, advance } of glyphs) {
        parts.push(glyph.getPath(at, y, size).toPathData(2))
        at += advance
      }
      return parts.join('')
    },
  }
}

export interface CaptionOptions {
  /** Line breaks separate lines. */
  text: string
  /** Pictures with the same seed share their background. */
  seed?: string
  width?: number
  height?: number
  /** Colors of the letters and of their outline, as in SVG. */
  fill?: string
  stroke?: string
  /** Clockwise rotation in degrees about the picture's center, where the caption is then placed; 0: horizontal, at the top. */
  turn?: number
}

const LEADING = 1.3
/** Height of the middle of capitals above the baseline, as a share of the font size. */
const CAPITAL_MIDDLE = 0.43

function layCaption({ text, width = 600, height = 450, turn = 0 }: CaptionOptions) {
  const lines = text.split('\n')
  const widest = Math.max(...lines.map((line) => outlineText(line, 1).width))
  const size = Math.min(64, (height * 0.8) / lines.length / LEADING, (width * 0.92) / widest)
  const above = turn === 0 ? 0 : (height - size * LEADING * (lines.length + 0.3)) / 2
  return {
    size,
    lines: lines.map((line, index) => {
      const { path, width: lineWidth } = outlineText(line, size)
      const [x, y] = [(width - lineWidth) / 2, above + size * LEADING * (index + 1)]
      return { line, x, y, path: path(x, y) }
    }),
  }
}

/** A typical meme: white capitals with a black outline over a picture, unless other colors are given. PNG. */
export async function captionedPicture(options: CaptionOptions): Promise<Buffer> {
  const { seed = '', width = 600, height = 450, fill = '#fff', stroke = '#000', turn = 0 } = options
  const background = await sharp(await randomPicture(seed, { width, height }))
    .modulate({ brightness: 0.6 })
    .toBuffer()
  const { size, lines } = layCaption(options)
  const paths = lines.map(({ path }) => `<path d="${path}"/>`)
  const style = `fill="${fill}" stroke="${stroke}" stroke-width="${(size / 10).toFixed(1)}" paint-order="stroke" stroke-linejoin="round"`
  const turned = `transform="rotate(${turn} ${width / 2} ${height / 2})"`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g ${style} ${turned}>${paths.join('')}</g></svg>`
  return sharp(background)
    .composite([{ input: Buffer.from(drawing) }])
    .png()
    .toBuffer()
}

/** The center of each word of a caption, in fractions of the picture. */
export function wordMiddles(options: CaptionOptions): { word: string; x: number; y: number }[] {
  const { width = 600, height = 450, turn = 0 } = options
  const { size, lines } = layCaption(options)
  const [cosine, sine] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  return lines.flatMap(({ line, x, y }) => {
    const words = line.split(' ')
    return words.map((word, index) => {
      const before = words.slice(0, index).map((one) => `${one} `)
      const along = x + outlineText(before.join(''), size).width + outlineText(word, size).width / 2 - width / 2
      const across = y - size * CAPITAL_MIDDLE - height / 2
      return {
        word,
        x: 0.5 + (along * cosine - across * sine) / width,
        y: 0.5 + (along * sine + across * cosine) / height,
      }
    })
  })
}
