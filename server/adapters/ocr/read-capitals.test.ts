import { expect, test } from 'vitest'
import { captionedPicture } from '#test/pictures.ts'
import { findLettersOf } from './prepare-ink.ts'
import { countLetters, findCapitalWords, isOutlineOf, spellCapitals } from './read-capitals.ts'

/** What is spelt by letters alone in a picture of a caption. */
async function read(text: string): Promise<string> {
  const picture = await captionedPicture({ text, seed: 'capitals' })
  const [letters] = await findLettersOf(picture, 0)
  if (!letters) throw new Error('no letters')
  const words = spellCapitals(findCapitalWords(letters.ink, letters.letterHeight).words, [])
  return words.map((word) => word.text).join(' ')
}

test('marks are seen in the letters', async () => {
  expect(await read('CON MÈO NGỦ\nTRÊN BÀN\nTRỜI LẠNH')).toBe('CON MÈO NGỦ TRÊN BÀN TRỜI LẠNH')
})

test('words of other languages are spelt without marks', async () => {
  expect(await read('NOBODY TOLD\nFRIENDS')).toBe('NOBODY TOLD FRIENDS')
})

test('where letters are doubtful, what another reader read decides', async () => {
  const picture = await captionedPicture({ text: 'LÚA', seed: 'capitals' })
  const [letters] = await findLettersOf(picture, 0)
  if (!letters) throw new Error('no letters')
  const words = findCapitalWords(letters.ink, letters.letterHeight).words.map((word) => ({
    ...word,
    // Every letter as likely as any other.
    letters: word.letters.map((chances) => chances.map(() => Math.log(1 / chances.length) + 4)),
  }))
  const box = words[0]
  if (!box) throw new Error('no word')
  const { x, y, width, height } = box
  expect(spellCapitals(words, [{ text: 'LÙA', confidence: 50, x, y, width, height }])[0]?.text).toMatch(
    /^L[UÚÙỦŨỤƯỨỪỬỮỰ]A$/u,
  )
})

test('outlines of letters are known for what they are', async () => {
  const found = await findLettersOf(await captionedPicture({ text: 'NOBODY TOLD ME', seed: 'capitals' }), 0)
  const pages = found.map(({ ink, letterHeight }) => findCapitalWords(ink, letterHeight))
  const [page, ...outlines] = pages.toSorted((a, b) => countLetters(b) - countLetters(a))
  if (!page) throw new Error('no letters')
  expect(countLetters(page)).toBe(12)
  expect(outlines.length).toBeGreaterThan(0)
  for (const outline of outlines) {
    expect(isOutlineOf(outline, page)).toBe(true)
    expect(isOutlineOf(page, outline)).toBe(false)
  }
})
