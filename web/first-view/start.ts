import { startScript } from '../lib/trusted-types.ts'

/** The application starts without the pictures that it waits for after this time. */
const PICTURE_WAIT_MS = 1000
/** Holds the links to the application's files, which would be fetched as soon as they are read. */
const LATER = 'template[data-later]'
/** What the first texts are set in; see ui/tokens.css. Their files are requested already. */
const TYPEFACES = ['400 1em "Be Vietnam Pro"', '600 1em "Be Vietnam Pro"', '800 1em "Bricolage Grotesque Variable"']

/**
 * Fetches and starts the application once the page's first view has been painted, with its pictures: whoever follows a link waits
 * for them, and nothing that comes later may take their bandwidth or their processor time. Without pictures it is fetched at once.
 * @param texts the address of the reader's texts
 */
export async function startApplication(
  pictures: readonly HTMLImageElement[],
  texts: string | undefined,
): Promise<void> {
  // The development server's page starts by itself.
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
  // Read before there are texts, which would be laid out in the system's typefaces first.
  for (const typeface of TYPEFACES) void document.fonts.load(typeface)
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: startScript(script.href) }),
  )
}

/** All files at once, so that none waits for another to name it. */
function fetchLater(texts: string | undefined): void {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>(LATER)) document.head.append(content)
  const link = { rel: 'modulepreload', href: texts ?? '', fetchPriority: 'low' as const }
  if (texts) document.head.append(Object.assign(document.createElement('link'), link))
}

/** What the application's script imports is run in tasks of its own: all in one would keep a phone from answering. */
function startParts(): Promise<unknown>[] {
  return [...document.querySelectorAll<HTMLLinkElement>('[data-start-part]')].map(
    ({ href }) => import(/* @vite-ignore */ href),
  )
}

/** The application's styles do not keep the first view from being painted; a failure is left to the application. */
function stylesLoaded(): Promise<unknown> {
  const href = document.querySelector<HTMLLinkElement>('#start-styles')?.href ?? ''
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  const settled = new Promise((resolve) => {
    link.onload = resolve
    link.onerror = resolve
  })
  document.head.append(link)
  return settled
}

const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
