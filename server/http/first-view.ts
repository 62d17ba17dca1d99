import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  GRID_COLUMNS,
  GRID_COLUMNS_DEFAULT,
  PICTURE_MEDIUM_WIDTH_PX,
  PICTURE_SMALL_WIDTH_PX,
} from '#contract/limits.ts'
import type { Meme } from '#contract/memes.ts'

/** More are never in sight at once. */
const MOST_PICTURES = 36
const PAGE_SIDES = 0.96

/** Small form, large form where a tile may show it, width of the large form in pixels. */
type FirstPicture = [small: string, medium?: string, width?: number]

/**
 * Asks for texts and pictures of the first view while the document is still being read, so that they come with the
 * script and not after it. A member's browser leaves the pictures: what hangs on their wall is asked for by the script.
 * Kept small and plain, since it is part of every page; its hash stands in the content security policy.
 */
const SCRIPT = `(() => {
  const { pictures, texts, columns } = JSON.parse(document.getElementById('first-view').textContent)
  const add = (link) => document.head.append(Object.assign(document.createElement('link'), link))
  let stored = {}
  try { stored = { ...localStorage } } catch {}
  let language = new URLSearchParams(location.search).get('lng') || stored.i18nextLng || navigator.language
  try { language = JSON.parse(stored.authen).preferences.contentLanguage } catch {}
  const file = texts[/^vi/.test(language) ? 'vi' : 'en']
  if (file) add({ rel: 'modulepreload', href: file })
  if (stored.token) return
  const { columns: count } = columns.find(({ upToPx }) => !upToPx || innerWidth <= upToPx)
  const width = Math.floor((innerWidth * ${PAGE_SIDES}) / count)
  const wanted = count * Math.ceil(innerHeight / width)
  pictures.slice(0, wanted).forEach(([small, medium, mediumWidth], index) => add({
    rel: 'preload', as: 'image', href: small, fetchPriority: index < count ? 'high' : 'auto',
    ...(medium && { imageSrcset: small + ' ${PICTURE_SMALL_WIDTH_PX}w, ' + medium + ' ' + mediumWidth + 'w', imageSizes: width + 'px' }),
  }))
})()`

/** For the content security policy's script-src. */
export const FIRST_VIEW_HASH = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`

const columns = [...GRID_COLUMNS, { columns: GRID_COLUMNS_DEFAULT }]

/**
 * What belongs to the head of a page.
 * @param feed the text of a feed page, null where the page shows none
 * @param texts the address of each language's file of texts
 */
export function firstViewMarkup(feed: string | null, texts: Record<string, string>): string {
  const pictures = feed ? firstPictures(feed) : []
  const data = JSON.stringify({ pictures, texts, columns }).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="first-view">${data}</script>\n    <script>${SCRIPT}</script>`
}

/** The forms between which a tile's picture chooses, as web/features/feed/tile-picture.tsx names them. */
function firstPictures(feed: string): FirstPicture[] {
  const { data } = JSON.parse(feed) as { data: { recommendations: Meme[] } }
  return data.recommendations
    .slice(0, MOST_PICTURES)
    .map(({ image: { imageSmall, imageMedium, width, animated } }) =>
      animated || width <= PICTURE_SMALL_WIDTH_PX
        ? [imageSmall]
        : [imageSmall, imageMedium, Math.min(width, PICTURE_MEDIUM_WIDTH_PX)],
    )
}

/** Where the build put each language's texts; none where it left no list of its files. */
export async function textFiles(webRoot: string): Promise<Record<string, string>> {
  const list = await readFile(path.join(webRoot, '.vite', 'manifest.json'), 'utf8').catch(() => '{}')
  const built = JSON.parse(list) as Record<string, { file: string } | undefined>
  const files: Record<string, string> = {}
  for (const language of ['en', 'vi']) {
    const file = built[`lib/texts-${language}.ts`]?.file
    if (file) files[language] = `/${file}`
  }
  return files
}
