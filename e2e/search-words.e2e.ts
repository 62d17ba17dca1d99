import type { Locator, Page } from '@playwright/test'
import type { AppProcess } from '#test/app-process.ts'
import { captionedPicture, wordMiddles } from '#test/captioned-picture.ts'
import { expect } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { test } from './full-site.ts'
import { uploadMeme } from './people.ts'

/** On a busy machine the reader takes long to start. */
const READ_WITHIN_MS = 150_000
const TURNED = { text: 'NHÀ XA LẮM\nCÀ PHÊ SỮA', seed: 'turned', turn: -9 }

async function search(page: Page, text: string): Promise<void> {
  const box = page.getByRole('combobox')
  await box.fill(text)
  await box.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
}

async function isFound(app: AppProcess, text: string, id: string): Promise<boolean> {
  const answer = await fetch(`${app.url}/api/vector-search/text?q=${encodeURIComponent(text)}`)
  const { data } = (await answer.json()) as { data: { _id: string }[] }
  return data.some(({ _id }) => _id === id)
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Marks in an opened meme, in fractions of its picture; both are measured at once, since the dialog may still move. */
const marksIn = (detail: Locator): Promise<Box[]> =>
  detail.evaluate((dialog) => {
    const picture = dialog.querySelector('figure img')?.getBoundingClientRect()
    if (!picture?.width || !picture.height) return []
    return [...dialog.querySelectorAll('[data-word-mark]')].map((mark) => {
      const { left, top, width, height } = mark.getBoundingClientRect()
      return {
        x: (left - picture.left) / picture.width,
        y: (top - picture.top) / picture.height,
        width: width / picture.width,
        height: height / picture.height,
      }
    })
  })

/** The caption words with their center inside a mark; each mark has one word. */
const wordsUnder = (marks: Box[]): string[] =>
  marks.map((mark) =>
    wordMiddles(TURNED)
      .filter(({ x, y }) => x > mark.x && x < mark.x + mark.width && y > mark.y && y < mark.y + mark.height)
      .map(({ word }) => word)
      .join(' '),
  )

test('in a slanted caption, marks cover the found words of the opened meme, also across a line break', async ({
  page,
  app,
}) => {
  test.setTimeout(READ_WITHIN_MS + 90_000)
  const name = 'climbing street'
  const file = { bytes: await captionedPicture(TURNED), type: 'image/png' }
  const meme = await uploadMeme(app, await signUp(app), { name, file })
  await expect.poll(() => isFound(app, 'nha xa lam', meme._id), { timeout: READ_WITHIN_MS }).toBe(true)

  await page.goto('/')
  for (const { typed, words } of [
    { typed: 'nha xa lam', words: ['NHÀ', 'XA', 'LẮM'] },
    { typed: '"lắm cà phê"', words: ['LẮM', 'CÀ', 'PHÊ'] },
  ]) {
    await search(page, typed)
    await page.getByRole('article', { name }).getByRole('link').first().click()
    const detail = page.getByRole('dialog', { name })
    await expect.poll(async () => wordsUnder(await marksIn(detail)).toSorted()).toEqual(words.toSorted())
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
  }
})

test('a hashtag, a name with @ and a quoted phrase find the memes that contain them', async ({ page, app }) => {
  const member = await signUp(app)
  const tagged = await uploadMeme(app, member, { name: 'Gherkin in the jar', description: '#wednesdaygherkin' })
  const untagged = await uploadMeme(app, member, { name: 'A gherkin on a wednesday' })
  const named = await uploadMeme(app, member, { name: 'Thanks @gherkinfan_77 for the jar' })
  const unnamed = await uploadMeme(app, member, { name: 'Thanks to a fan of jars' })
  const quoted = await uploadMeme(app, member, { name: 'The gherkin walks into a bar' })
  const reordered = await uploadMeme(app, member, { name: 'The bar walks into a gherkin' })

  await page.goto('/')
  for (const { typed, found, other } of [
    { typed: '#wednesdaygherkin', found: tagged, other: untagged },
    { typed: '@gherkinfan_77', found: named, other: unnamed },
    { typed: '"gherkin walks into"', found: quoted, other: reordered },
  ]) {
    await search(page, typed)
    await expect(page.getByRole('article', { name: found.name })).toBeVisible()
    await expect(page.getByRole('article', { name: other.name })).toHaveCount(0)
  }
})
