import type { Page } from '@playwright/test'
import type { FrontProxy } from './front-proxy.ts'

/** Waits until the service worker controls the page, which happens shortly after its installation. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/**
 * Takes the connection from the browser and the proxy. Returns a function that restores it.
 *
 * Playwright's `setOffline` alone is not enough: Chromium 150 reports `navigator.onLine` as true in a page that a service worker
 * answered.
 */
export async function goOffline(page: Page, front: FrontProxy): Promise<() => Promise<void>> {
  front.cut()
  await page.context().setOffline(true)
  const script = await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  })
  return async () => {
    await script.dispose()
    front.restore()
    await page.context().setOffline(false)
    await page.evaluate(() => {
      Reflect.deleteProperty(navigator, 'onLine')
      dispatchEvent(new Event('online'))
    })
  }
}
