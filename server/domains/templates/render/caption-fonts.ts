import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import opentype from 'opentype.js'
import type { OutlineFont } from '#contract/templates/caption-layout.ts'
import type { CaptionFont } from '#contract/templates/captions.ts'

/** Text is drawn as outlines, since servers often have no fonts. The packages split each font by script. */
const FILES: Record<CaptionFont, string[]> = {
  anton: [
    import.meta.resolve('@fontsource/anton/files/anton-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/anton/files/anton-vietnamese-400-normal.woff'),
    import.meta.resolve('@fontsource/anton/files/anton-latin-ext-400-normal.woff'),
  ],
  bangers: [
    import.meta.resolve('@fontsource/bangers/files/bangers-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/bangers/files/bangers-vietnamese-400-normal.woff'),
    import.meta.resolve('@fontsource/bangers/files/bangers-latin-ext-400-normal.woff'),
  ],
  'be-vietnam-pro': [
    import.meta.resolve('@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-800-normal.woff'),
    import.meta.resolve('@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-800-normal.woff'),
    import.meta.resolve('@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-ext-800-normal.woff'),
  ],
  'patrick-hand': [
    import.meta.resolve('@fontsource/patrick-hand/files/patrick-hand-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/patrick-hand/files/patrick-hand-vietnamese-400-normal.woff'),
    import.meta.resolve('@fontsource/patrick-hand/files/patrick-hand-latin-ext-400-normal.woff'),
  ],
}

const loaded = new Map<CaptionFont, OutlineFont[]>()

/** Returns the files of a font, parsed on first use and then cached: four fonts of some hundred kilobytes. */
export function captionFont(name: CaptionFont): OutlineFont[] {
  const known = loaded.get(name)
  if (known) return known
  const fonts = FILES[name].map((url) => {
    const bytes = readFileSync(fileURLToPath(url))
    return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  })
  loaded.set(name, fonts)
  return fonts
}
