import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Drawings of the Twemoji project: one file per emoji, named by its code points, with only solid colors. */
const FOLDER = path.dirname(fileURLToPath(import.meta.resolve('@twemoji/svg/1f600.svg')))
/** Every file draws on a square of this size. */
const VIEW_BOX = '0 0 36 36'

let files: Map<string, string> | undefined

/** Maps codes to files. Some file names contain the emoji variation selector; codes never do. */
function emojiFiles(): Map<string, string> {
  files ??= new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.svg'))
      .map((name) => [path.basename(name, '.svg').replaceAll('-fe0f', ''), path.join(FOLDER, name)]),
  )
  return files
}

export const hasEmoji = (code: string): boolean => emojiFiles().has(code)

/**
 * Returns an emoji's picture as an SVG file with a size, because some browsers need it for drawing; undefined if there is none.
 */
export function emojiPicture(code: string): string | undefined {
  const file = emojiFiles().get(code)
  return file && readFileSync(file, 'utf8').replace('<svg ', '<svg width="256" height="256" ')
}

/** Returns the same picture as a symbol that can be used repeatedly within another SVG. */
export function emojiSymbol(code: string): string {
  const file = emojiFiles().get(code)
  if (!file) return ''
  const shapes = readFileSync(file, 'utf8')
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
    // Ids are unique only within one file.
    .replace(/id="(\w+)"/g, `id="${code}-$1"`)
    .replace(/url\(#(\w+)\)/g, `url(#${code}-$1)`)
  return `<symbol id="emoji-${code}" viewBox="${VIEW_BOX}">${shapes}</symbol>`
}
