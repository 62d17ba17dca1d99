import type { Page } from '@playwright/test'
import { expect } from '#test/e2e-server.ts'

/** Makes the timers of toasts, which are the animations of their progress bars, fifty times as fast. */
export async function speedUpToasts(page: Page): Promise<{ stop: () => Promise<unknown> }> {
  const bar = page.locator('.Toastify__toast', { hasText: 'Undo' }).locator('.Toastify__progress-bar--animated')
  await expect(bar).toHaveCSS('animation-duration', '10s')
  // A toast below the pointer waits.
  await page.mouse.move(0, 0)
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 50 })
  return { stop: () => session.send('Animation.setPlaybackRate', { playbackRate: 1 }) }
}

/** Stops the timers of toasts, so that a slow machine has time to see and press them. Call it before the first `goto`. */
export const holdToasts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important }')
    document.adoptedStyleSheets.push(sheet)
  })
