import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect, test } from '#test/e2e-server.ts'
import { createMember, signUp } from '#test/sign-up.ts'
import en from '#web/locales/en/bulk.json' with { type: 'json' }
import vi from '#web/locales/vi/bulk.json' with { type: 'json' }
import { BULK_STATES, cards, pictures, showBulkState } from './bulk.ts'
import { openAs } from './members.ts'
import { signInAs } from './people.ts'

// A trace while axe runs is large and slow, and less informative than axe's list of violations.
test.use({ expectedErrors: [/Failed to load resource|ERR_/], trace: 'off' })

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const { violations: found } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'vi'],
] as const) {
  test(`axe finds nothing in any state of bulk upload, ${theme}, ${language}`, async ({ page, app }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(
      ([chosenTheme, chosenLanguage]) => {
        localStorage.setItem('theme', chosenTheme)
        localStorage.setItem('i18nextLng', chosenLanguage)
      },
      [theme, language] as const,
    )
    const member = await signUp(app)
    await signInAs(page, { ...member, preferences: { ...member.preferences, contentLanguage: language } })
    await page.goto('/bulk-upload')
    const texts = language === 'en' ? en : vi
    const wrong: string[] = []
    for (const state of BULK_STATES) {
      await showBulkState(page, state, texts)
      for (const line of await violations(page)) wrong.push(`${state}: ${line}`)
    }
    expect(wrong).toEqual([])
  })
}

test('a bulk upload is done with the keyboard alone', async ({ page, app }) => {
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
