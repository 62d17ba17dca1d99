import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Drawings of the Twemoji project, each a file named by its code points; all colours are plain. */
const FOLDER = path.dirname(fileURLToPath(import.meta.resolve('@twemoji/svg/1f600.svg')))
/** Every file draws on a square of this side. */
const VIEW_BOX = '0 0 36 36'

let files: Map<string, string> | undefined

/** The files by code; names have the mark that asks for a picture in some places, codes never have. */
function emojiFiles(): Map<string, string> {
  files ??= new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.svg'))
      .map((name) => [path.basename(name, '.svg').replaceAll('-fe0f', ''), path.join(FOLDER, name)]),
  )
  return files
}

export const hasEmoji = (code: string): boolean => emojiFiles().has(code)

/** The picture of an emoji as an SVG file with a size, which some browsers need to draw it; undefined where there is none. */
export function emojiPicture(code: string): string | undefined {
  const file = emojiFiles().get(code)
  return file && readFileSync(file, 'utf8').replace('<svg ', '<svg width="256" height="256" ')
}

/** The same as a symbol to be used any number of times within another SVG. */
export function emojiSymbol(code: string): string {
  const file = emojiFiles().get(code)
  if (!file) return ''
  const shapes = readFileSync(file, 'utf8')
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
    // Ids are unique within one file alone.
    .replace(/id="(\w+)"/g, `id="${code}-$1"`)
    .replace(/url\(#(\w+)\)/g, `url(#${code}-$1)`)
  return `<symbol id="emoji-${code}" viewBox="${VIEW_BOX}">${shapes}</symbol>`
}
