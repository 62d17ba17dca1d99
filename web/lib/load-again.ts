const RETRY_AFTER_MS: readonly number[] = [300, 1500, 4000]
/** A page that still exists this long after it was to be left stays: its person stopped loading, or started a download. */
const LEAVE_MS = 10_000

let leaving: Promise<void> | undefined
addEventListener('beforeunload', () => {
  leaving = new Promise((resolve) => setTimeout(resolve, LEAVE_MS))
})

/** Adds a stylesheet of the application to the page, with retries. Returns true if an attempt succeeded. */
export async function addStylesheet(href: string): Promise<boolean> {
  for (const ms of [0, ...RETRY_AFTER_MS]) {
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
    const settled = new Promise<boolean>((resolve) => {
      link.onload = () => resolve(true)
      link.onerror = () => resolve(false)
    })
    document.head.append(link)
    if (await settled) return true
    link.remove()
  }
  return false
}

/**
 * Reloads the page after one of its scripts failed to load, since a browser does not request a failed module again. Does nothing
 * if that would not help: offline, or right after a reload. Waits while the page is left: Firefox and Safari then cancel its
 * requests, and a reload would replace the page that comes next.
 */
export async function reloadOnce(): Promise<void> {
  await leaving
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigator.onLine && navigation?.type !== 'reload') location.reload()
}

/** Handles the failure of a script that the page cannot do without. */
export async function reloadAndThrow(error: unknown): Promise<never> {
  await reloadOnce()
  throw error
}
