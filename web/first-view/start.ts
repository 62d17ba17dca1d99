import { startScript } from '../lib/trusted-types.ts'

/** The application starts without the pictures that it waits for after this time. */
const PICTURE_WAIT_MS = 1000

/**
 * Starts the application once the page's first view has been painted, with its pictures: whoever follows a link waits for them,
 * and nothing that comes later may take their bandwidth or their processor time.
 */
export async function startApplication(pictures: Iterable<HTMLImageElement>): Promise<void> {
  // The development server's page starts by itself.
  const script = document.querySelector<HTMLLinkElement>('#start-script')
  if (!script) return
  const styles = stylesLoaded()
  if (!document.hidden)
    await Promise.race([
      Promise.allSettled(Array.from(pictures, (picture) => picture.decode())).then(nextPaint),
      new Promise((resolve) => setTimeout(resolve, PICTURE_WAIT_MS)),
    ])
  await styles
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: startScript(script.href) }),
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
