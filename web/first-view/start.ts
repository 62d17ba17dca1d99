import { addStylesheet, reloadOnce } from '../lib/load-again.ts'
import { startScript } from '../lib/trusted-types.ts'

/** After this time the application starts without waiting for the pictures any longer. */
const PICTURE_WAIT_MS = 1000
/**
 * Template with the links to the application's files. In the document, the browser would fetch them as soon as it parses them.
 */
const LATER = 'template[data-later]'
/** Fonts of the first texts; see ui/tokens.css. Their files are already requested. */
const TYPEFACES = ['400 1em "Be Vietnam Pro"', '600 1em "Be Vietnam Pro"', '800 1em "Bricolage Grotesque Variable"']

/**
 * Loads and starts the application after the first view with its pictures is painted. The pictures matter most to the visitor, so
 * nothing may compete with them for bandwidth or CPU time. Without pictures, loading starts at once.
 * @param texts URL of the texts in the viewer's language
 */
export async function startApplication(
  pictures: readonly HTMLImageElement[],
  texts: string | undefined,
): Promise<void> {
  // The development server's page starts on its own.
  if (!document.querySelector(LATER)) return
  if (pictures.length === 0) fetchLater(texts)
  if (!document.hidden)
    await Promise.race([
      Promise.allSettled(pictures.map((picture) => picture.decode())).then(nextPaint),
      new Promise((resolve) => setTimeout(resolve, PICTURE_WAIT_MS)),
    ])
  if (pictures.length > 0) fetchLater(texts)
  const script = document.querySelector<HTMLLinkElement>('#start-script')
  if (!script) return
  await Promise.allSettled([stylesLoaded(), ...startParts()])
  // Load the fonts before there are texts, which would otherwise be laid out in system fonts first.
  for (const typeface of TYPEFACES) void document.fonts.load(typeface)
  const start = Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '' })
  start.onerror = reloadOnce
  start.src = startScript(script.href)
  document.head.append(start)
}

/** Requests all files at once, so that none waits until another one imports it. */
function fetchLater(texts: string | undefined): void {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>(LATER)) document.head.append(content)
  const link = { rel: 'modulepreload', href: texts ?? '', fetchPriority: 'low' as const }
  if (texts) document.head.append(Object.assign(document.createElement('link'), link))
}

/** Runs each import of the application's script in its own task: a single long task would block a phone. */
function startParts(): Promise<unknown>[] {
  return [...document.querySelectorAll<HTMLLinkElement>('[data-start-part]')].map(
    ({ href }) => import(/* @vite-ignore */ href),
  )
}

/** Loads the application's styles without blocking the first paint. */
const stylesLoaded = (): Promise<boolean> =>
  addStylesheet(document.querySelector<HTMLLinkElement>('#start-styles')?.href ?? '')

const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
