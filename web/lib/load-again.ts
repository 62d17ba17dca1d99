const RETRY_AFTER_MS: readonly number[] = [300, 1500, 4000]

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
 * Reloads the page after one of its scripts failed to load, since a browser does not request a failed module again. Returns false
 * if that would not help: offline, or right after a reload.
 */
export function reloadOnce(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!navigator.onLine || navigation?.type === 'reload') return false
  location.reload()
  return true
}
