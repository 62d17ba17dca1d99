import type { Locator } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { createMember } from '#test/sign-up.ts'
import en from '#web/locales/en/bulk.json' with { type: 'json' }
import { cards, pictures } from './bulk.ts'
import { openAs } from './members.ts'

test('a bulk upload works with the keyboard alone', async ({ page, app }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await openAs(page, app, await createMember(app), '/bulk-upload')
  await reach(page.getByRole('button', { name: en.drop }))
  const files = await pictures('one.png', 'two.png', 'three.png')
  // Chromium sometimes opens no file chooser on the first key press of a page; retry as a person would.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 3000 })
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(files)
  }).toPass({ timeout: 20_000 })
  await expect(cards(page)).toHaveCount(3)

  await reach(button('Edit two'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel(en.name)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button('Edit two')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByLabel(en.name).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Typed')
  await page.keyboard.press('Enter')
  await expect(cards(page).nth(1)).toContainText('Typed')
  await reach(button('Remove Typed'))
  await page.keyboard.press('Enter')
  await expect(button('Remove three')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button('Remove one')).toBeFocused()
  await reach(button(en.uploadAll), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: en.complete })).toBeVisible()
  await reach(page.getByRole('link', { name: en.goToMyMemes }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/my-meme?tab=uploadedByMe')
})

/** Presses a key (Tab by default) until the target has the focus. */
async function reach(target: Locator, key = 'Tab'): Promise<void> {
  const isFocused = () => target.evaluate((node) => node === document.activeElement)
  for (let presses = 0; presses < 40 && !(await isFocused()); presses += 1) await target.page().keyboard.press(key)
  await expect(target).toBeFocused()
}
