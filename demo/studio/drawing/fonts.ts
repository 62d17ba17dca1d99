import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font, Glyph } from 'opentype.js'
import opentype from 'opentype.js'

/**
 * Fonts come with the project and are drawn as outlines: servers often have no fonts, and system text would silently be blank.
 * The packages split each font by script, so glyphs are looked up in all parts.
 */
const FILES = {
  caption: [
    import.meta.resolve('@fontsource/anton/files/anton-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/anton/files/anton-vietnamese-400-normal.woff'),
    import.meta.resolve('@fontsource/anton/files/anton-latin-ext-400-normal.woff'),
  ],
  comic: [
    import.meta.resolve('@fontsource/bangers/files/bangers-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/bangers/files/bangers-vietnamese-400-normal.woff'),
    import.meta.resolve('@fontsource/bangers/files/bangers-latin-ext-400-normal.woff'),
  ],
  hand: [
    import.meta.resolve('@fontsource/patrick-hand/files/patrick-hand-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/patrick-hand/files/patrick-hand-vietnamese-400-normal.woff'),
    import.meta.resolve('@fontsource/patrick-hand/files/patrick-hand-latin-ext-400-normal.woff'),
  ],
  plain: [
    import.meta.resolve('@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-500-normal.woff'),
    import.meta.resolve('@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-500-normal.woff'),
    import.meta.resolve('@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-ext-500-normal.woff'),
  ],
  heavy: [
    import.meta.resolve('@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-800-normal.woff'),
    import.meta.resolve('@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-800-normal.woff'),
    import.meta.resolve('@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-ext-800-normal.woff'),
  ],
} as const

export type FontName = keyof typeof FILES

export interface FoundGlyph {
  /** The font file with the glyph; kerning only exists within one file. */
  part: Font
  glyph: Glyph
}

const loaded = new Map<FontName, Font[]>()

function parts(name: FontName): Font[] {
  let fonts = loaded.get(name)
  if (fonts === undefined) {
    fonts = FILES[name].map((url) => {
      const bytes = readFileSync(fileURLToPath(url))
      return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    })
    loaded.set(name, fonts)
  }
  return fonts
}

export function hasGlyph(name: FontName, character: string): boolean {
  return parts(name).some((part) => part.charToGlyphIndex(character) > 0)
}

/** @throws Error when no part of the font has the character: better than a blank box in a picture. */
export function findGlyph(name: FontName, character: string): FoundGlyph {
  for (const part of parts(name)) {
    if (part.charToGlyphIndex(character) > 0) return { part, glyph: part.charToGlyph(character) }
  }
  const code = character.codePointAt(0)?.toString(16).padStart(4, '0')
  throw new Error(`The font "${name}" has no glyph for "${character}" (U+${code})`)
}

/** Parsed fonts take tens of MB; free them after drawing. */
export function releaseFonts(): void {
  loaded.clear()
}
