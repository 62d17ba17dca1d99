import type { Locator, Page } from '@playwright/test'
import { expect } from '#test/e2e-server.ts'

/** The card about a person. */
export const card = (page: Page) => page.locator('[data-person-card]')

/**
 * Rests the mouse on a name until the card appears. Retries, since loading content may move the name or scroll the page, which
 * ends the rest.
 */
export async function restUntilCard(page: Page, name: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.move(1, 1)
    await name.hover()
    await expect(card(page)).toBeVisible({ timeout: 3000 })
  }).toPass()
}
