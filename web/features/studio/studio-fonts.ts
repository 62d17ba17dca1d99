import antonLatin from '@fontsource/anton/files/anton-latin-400-normal.woff?url'
import antonLatinExt from '@fontsource/anton/files/anton-latin-ext-400-normal.woff?url'
import antonVietnamese from '@fontsource/anton/files/anton-vietnamese-400-normal.woff?url'
import bangersLatin from '@fontsource/bangers/files/bangers-latin-400-normal.woff?url'
import bangersLatinExt from '@fontsource/bangers/files/bangers-latin-ext-400-normal.woff?url'
import bangersVietnamese from '@fontsource/bangers/files/bangers-vietnamese-400-normal.woff?url'
import beVietnamLatin from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-800-normal.woff?url'
import beVietnamLatinExt from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-ext-800-normal.woff?url'
import beVietnamVietnamese from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-800-normal.woff?url'
import patrickLatin from '@fontsource/patrick-hand/files/patrick-hand-latin-400-normal.woff?url'
import patrickLatinExt from '@fontsource/patrick-hand/files/patrick-hand-latin-ext-400-normal.woff?url'
import patrickVietnamese from '@fontsource/patrick-hand/files/patrick-hand-vietnamese-400-normal.woff?url'
import opentype from 'opentype.js'
import type { OutlineFont } from '#contract/templates/caption-layout.ts'
import type { CaptionFont } from '#contract/templates/captions.ts'

/** The same font files as on the server, so that both render the same. */
const FILES: Record<CaptionFont, readonly string[]> = {
  anton: [antonLatin, antonVietnamese, antonLatinExt],
  bangers: [bangersLatin, bangersVietnamese, bangersLatinExt],
  'be-vietnam-pro': [beVietnamLatin, beVietnamVietnamese, beVietnamLatinExt],
  'patrick-hand': [patrickLatin, patrickVietnamese, patrickLatinExt],
}

/** Returns the CSS families of a loaded font. Each file is its own family, so that the browser looks up letters in all of them. */
export const familiesOf = (name: CaptionFont): string =>
  FILES[name].map((_, index) => `"${familyOf(name, index)}"`).join(', ')

const familyOf = (name: CaptionFont, index: number) => `caption ${name} ${index}`

const loading = new Map<CaptionFont, Promise<OutlineFont[]>>()

/** Fetches and parses a font once. Failures are not cached, so the next call retries. */
export function loadFont(name: CaptionFont): Promise<OutlineFont[]> {
  const known = loading.get(name)
  if (known) return known
  const font = Promise.all(
    FILES[name].map(async (url, index) => {
      const response = await fetch(url)
      if (!response.ok) throw new Error(`The font did not load: ${response.status}`)
      const file = await response.arrayBuffer()
      // The field on the picture uses the font too.
      document.fonts.add(new FontFace(familyOf(name, index), file))
      return opentype.parse(file)
    }),
  )
  loading.set(name, font)
  font.catch(() => loading.delete(name))
  return font
}
