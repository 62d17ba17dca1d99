import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import searchVi from '#web/locales/vi/search.json' with { type: 'json' }
import { uploadMeme } from './people.ts'

const texts = searchVi.filters

const shown = (page: Page, name: string) => page.getByRole('article', { name })

test(`a search is narrowed by keyboard, in the address, and back again`, async ({ page, app }) => {
  const [ann, bob] = [await signUp(app), await signUp(app)]
  const word = `wombatvi`
  await uploadMeme(app, ann, { name: `${word} at work`, description: `#${word}tag` })
  await uploadMeme(app, bob, { name: `${word} ngủ trưa` })
  await page.goto(`/?lng=vi&search=${word}`)
  await expect(shown(page, `${word} at work`)).toBeVisible()
  await expect(shown(page, `${word} ngủ trưa`)).toBeVisible()

  await page.getByRole('button', { name: texts.label }).focus()
  await page.keyboard.press('Enter')
  const languages = page.getByRole('combobox', { name: texts.language })
  await languages.focus()
  await languages.selectOption('vi')
  await expect(shown(page, `${word} at work`)).toBeHidden()
  await expect(shown(page, `${word} ngủ trưa`)).toBeVisible()
  await expect(page).toHaveURL(/language=vi/)
  await expect(languages).toBeFocused()

  await languages.selectOption('')
  await page.getByLabel(texts.person, { exact: true }).fill(ann.username)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`user=${ann.username}`))
  await expect(shown(page, `${word} ngủ trưa`)).toBeHidden()
  await expect(shown(page, `${word} at work`)).toBeVisible()

  await page.goBack()
  await expect(shown(page, `${word} ngủ trưa`)).toBeVisible()
  await page.goForward()
  await expect(shown(page, `${word} ngủ trưa`)).toBeHidden()
  await page.reload()
  await expect(page.getByLabel(texts.person, { exact: true })).toHaveValue(ann.username)
  await page.getByRole('button', { name: texts.clear }).press('Enter')
  await expect(shown(page, `${word} ngủ trưa`)).toBeVisible()
  await expect(page).not.toHaveURL(/user=/)

  await page.locator('input[type="search"]').fill(`${word} -tag:${word}tag`)
  await page.keyboard.press('Enter')
  await expect(shown(page, `${word} at work`)).toBeHidden()
  await expect(shown(page, `${word} ngủ trưa`)).toBeVisible()
})
