import type { Page } from '@playwright/test'

/** Sums the layout shifts of the page's next document in `window.name`. */
export async function sumLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.name = '0'
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.name = String(Number(window.name) + entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
