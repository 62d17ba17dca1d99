import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes/memes.ts'
import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import searchVi from '#web/locales/vi/search.json' with { type: 'json' }
import { uploadMeme } from './people.ts'

const texts = searchVi.filters

const shown = (page: Page, name: string) => page.getByRole('article', { name })

test('a search is filtered by keyboard and by URL, and shows matches by content under a separate heading', async ({
  page,
  app,
}) => {
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
  await expect(page).not.toHaveURL(/language=/)
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

  await test.step('matches by content', async () => {
    const memes: Meme[] = []
    for (const name of ['all words', 'looks like it', 'some words']) memes.push(await uploadMeme(app, ann, { name }))
    const kinds = ['allWords', 'meaning', 'someWords']
    const data = memes.map((meme, index) => ({
      ...meme,
      matched: ['name'],
      matchKind: kinds[index],
      score: 1 - index / 10,
    }))
    await page.route('**/api/vector-search/text*', (route) =>
      route.fulfill({ json: { success: true, data, hasNext: false, nextCursor: null } }),
    )
    await page.locator('input[type="search"]').fill('words')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([searchVi.bands.meaning, searchVi.bands.partial])
    const top = async (name: string) => (await shown(page, name).boundingBox())?.y ?? 0
    const heading = page.getByRole('heading', { name: searchVi.bands.meaning })
    const { y = 0 } = (await heading.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(await top('all words'))
    expect(y).toBeLessThan(await top('looks like it'))
    expect(await top('looks like it')).toBeLessThan(await top('some words'))
  })
})
