import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { AppProcess } from '#test/app-process.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import commonEn from '#web/locales/en/common.json' with { type: 'json' }
import commonVi from '#web/locales/vi/common.json' with { type: 'json' }
import searchVi from '#web/locales/vi/search.json' with { type: 'json' }
import { test } from './full-site.ts'
import { signInAs, signOut, uploadMeme } from './people.ts'

const texts = commonVi.search
const searchTexts = searchVi

const READ_WITHIN_MS = 40_000
const CAPTION = 'NHÀ XA LẮM\nCÀ PHÊ SỮA'
const TYPED = 'nha xa lam'

async function idsFound(app: AppProcess, text: string): Promise<string[]> {
  const answer = await fetch(`${app.url}/api/vector-search/text?q=${encodeURIComponent(text)}`)
  return ((await answer.json()) as { data: { _id: string }[] }).data.map(({ _id }) => _id)
}

/** A picture as in a drag or the clipboard, created inside the page. */
const transferOf = (page: Page, picture: Buffer) =>
  page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    transfer.items.add(new File([bytes], 'found.jpg', { type: 'image/jpeg' }))
    return transfer
  }, picture.toString('base64'))

const box = (page: Page): Locator => page.getByRole('combobox')
const search = async (page: Page, text: string) => {
  await box(page).fill(text)
  await box(page).press('Enter')
}

test('words in a picture find it when typed without tone marks, and are marked on it', async ({ page, app }) => {
  test.setTimeout(180_000)
  const member = await signUp(app)
  const name = `street vi`
  const picture = await captionedPicture({ text: CAPTION, seed: name })
  const meme = await uploadMeme(app, member, { name, file: { bytes: picture, type: 'image/png' } })
  const unnamed = await uploadMeme(app, member, {
    name: `untitled vi`,
    file: { bytes: await captionedPicture({ text: 'XIN CHÀO\nBẠN BÈ', seed: name }), type: 'image/png' },
  })
  await expect.poll(() => idsFound(app, TYPED), { timeout: READ_WITHIN_MS }).toContain(meme._id)

  await page.goto(`/?lng=vi`)
  await search(page, TYPED)
  const tile = page.getByRole('article', { name })
  await expect(tile).toBeVisible()
  const marks = tile.locator('[data-word-mark]')
  await expect(marks).toHaveCount(3)
  await expectOn(marks.first(), tile.getByRole('img').first())
  await tile.getByRole('link').first().click()
  const detail = page.getByRole('dialog', { name })
  await expect(detail.locator('[data-word-mark]')).toHaveCount(3)
  await expectOn(detail.locator('[data-word-mark]').first(), detail.locator('figure img'))
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(page.getByRole('heading', { name: searchTexts.bands.visual })).toBeVisible()
  await expect(page.getByRole('article', { name: unnamed.name })).toBeVisible()

  await searchedByPicture(page, meme._id, await sharp(picture).resize(400).jpeg({ quality: 70 }).toBuffer())
})

/** Checks that the center of a mark is on the picture. */
async function expectOn(mark: Locator, picture: Locator): Promise<void> {
  const [inner, outer] = [await mark.boundingBox(), await picture.boundingBox()]
  if (!inner || !outer) throw new Error('nothing is shown')
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2]
  expect(x).toBeGreaterThan(outer.x)
  expect(x).toBeLessThan(outer.x + outer.width)
  expect(y).toBeGreaterThan(outer.y)
  expect(y).toBeLessThan(outer.y + outer.height)
}

/** Pastes into the box, then drops on it: both search by the picture, and neither opens an upload. */
async function searchedByPicture(page: Page, id: string, picture: Buffer): Promise<void> {
  const dialog = page.getByRole('dialog', { name: texts.byPictureTitle })
  const expectFound = async () => {
    await expect(dialog.locator(`a[href*="${id}"]`)).toBeVisible()
    await expect(dialog.getByRole('img', { name: texts.byPictureAsked })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await box(page).evaluate(
    (target, data) => target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })),
    await transferOf(page, picture),
  )
  await expectFound()

  const dataTransfer = await transferOf(page, picture)
  await page.getByRole('banner').dispatchEvent('dragenter', { dataTransfer })
  await box(page).dispatchEvent('dragenter', { dataTransfer })
  await box(page).dispatchEvent('dragover', { dataTransfer })
  await expect(box(page)).toHaveAttribute('placeholder', texts.byPictureDrop)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await box(page).dispatchEvent('drop', { dataTransfer })
  await expectFound()
}

test('the search box suggests and remembers, and a search by picture without results leads to an upload', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000)
  await test.step('suggestions, recent searches and empty results', async () => {
    const member = await signUp(app)
    const word = `zuzubeevi`
    await uploadMeme(app, member, { name: `The ${word} dances`, description: `#${word}tag` })
    await page.goto(`/?lng=vi`)

    await search(page, `"${word} sings"`)
    await expect(
      page.getByRole('heading', { name: searchTexts.empty.title.replace('{{text}}', `${word} sings`) }),
    ).toBeVisible()
    await page.getByRole('link', { name: searchTexts.empty.wider }).click()
    await expect(page.getByRole('article', { name: `The ${word} dances` })).toBeVisible()

    await search(page, `"zuzubeovix"`)
    await expect(page.getByRole('heading', { name: searchTexts.empty.tags })).toBeVisible()
    await page
      .getByRole('heading', { name: searchTexts.empty.words })
      .locator('..')
      .getByRole('link', { name: word, exact: true })
      .click()
    await expect(page.getByRole('article', { name: `The ${word} dances` })).toBeVisible()
    await expect(box(page)).toHaveValue(word)

    await box(page).fill(word.slice(0, 6))
    const options = page.getByRole('listbox', { name: texts.suggestions }).getByRole('option')
    await expect(options.filter({ hasText: texts.recent }).first()).toBeVisible()
    await expect(options.filter({ hasText: `The ${word} dances` })).toBeVisible()
    await options.filter({ hasText: `${word}tag` }).click()
    await expect(page).toHaveURL(new RegExp(`search=%23${word}tag`))
    await expect(page.getByRole('article', { name: `The ${word} dances` })).toBeVisible()

    await box(page).fill('')
    await expect(options).toHaveCount(3)
    await page.getByRole('button', { name: texts.clearRecent }).click()
    await expect(options).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
    await page.reload()
    await box(page).focus()
    await expect(page.getByRole('option')).toHaveCount(0)
  })
  await test.step('upload the picture that was searched for', async () => {
    await signOut(page)
    await signInAs(page, await signUp(app))
    await page.route('**/api/vector-search/image', (route) => route.fulfill({ json: { success: true, data: [] } }))
    await page.goto('/')
    await box(page).evaluate(
      (target, data) => target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })),
      await transferOf(page, await captionedPicture({ text: 'XIN', seed: 'asked' })),
    )
    const { byPictureTitle, byPictureNone, byPictureUpload } = commonEn.search
    const dialog = page.getByRole('dialog', { name: byPictureTitle })
    await expect(dialog.getByRole('heading', { name: byPictureNone })).toBeVisible()
    await dialog.getByRole('button', { name: byPictureUpload }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('dialog').getByRole('img', { name: 'The picture you chose' })).toBeVisible()
  })
})
