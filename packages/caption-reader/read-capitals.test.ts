import { expect, test } from 'vitest'
import { captionedPicture } from '../../test/captioned-picture.ts'
import { CAPITALS } from './capital-classes.ts'
import type { PossibleWord } from './merge-readings.ts'
import { findLettersOf } from './prepare-ink.ts'
import { countLetters, findCapitalWords, isOutlineOf } from './read-capitals.ts'
import { spellCapitals } from './spell-words.ts'

/** The words spelt from individual letters in a caption. */
async function read(text: string): Promise<string> {
  const picture = await captionedPicture({ text, seed: 'capitals' })
  const [letters] = await findLettersOf(picture, 0)
  if (!letters) throw new Error('no letters')
  const words = spellCapitals(findCapitalWords(letters.ink, letters.letterHeight).words, [])
  return likeliest(words)
}

const likeliest = (words: PossibleWord[]) =>
  words
    .filter(({ share }) => share === 1)
    .map(({ text }) => text)
    .join(' ')

test('reads the tone marks of capitals', async () => {
  expect(await read('CON MÈO NGỦ\nTRÊN BÀN\nTRỜI LẠNH')).toBe('CON MÈO NGỦ TRÊN BÀN TRỜI LẠNH')
})

test('spells words of other languages without marks', async () => {
  expect(await read('NOBODY TOLD\nFRIENDS')).toBe('NOBODY TOLD FRIENDS')
})

test('another reading decides doubtful letters', async () => {
  const picture = await captionedPicture({ text: 'LÚA', seed: 'capitals' })
  const [letters] = await findLettersOf(picture, 0)
  if (!letters) throw new Error('no letters')
  const doubtful = (chances: Float32Array) => chances.map(() => Math.log(1 / chances.length) + 4)
  const words = findCapitalWords(letters.ink, letters.letterHeight).words.map((word) => ({
    ...word,
    // Makes every letter equally likely.
    slots: word.slots.map((slot) => ({ ...slot, ways: slot.ways.map((way) => way.map(doubtful)) })),
  }))
  const box = words[0]
  if (!box) throw new Error('no word')
  const { x, y, width, height } = box
  expect(spellCapitals(words, [{ text: 'LÙA', confidence: 50, x, y, width, height }])[0]?.text).toMatch(
    /^L[UÚÙỦŨỤƯỨỪỬỮỰ]A$/u,
  )
})

test('returns alternatives of a word with their probability', async () => {
  const [letters] = await findLettersOf(await captionedPicture({ text: 'TRỜI LẠNH', seed: 'capitals' }), 0)
  if (!letters) throw new Error('no letters')
  const [word] = findCapitalWords(letters.ink, letters.letterHeight).words
  const vowel = word?.slots[2]
  if (!word || !vowel) throw new Error('no word')
  // The third letter may be Ờ, three times as likely as Ớ.
  const chances = Float32Array.from(CAPITALS, (capital) =>
    capital === 'Ờ' ? Math.log(0.75) : capital === 'Ớ' ? Math.log(0.25) : -9,
  )
  const slots = word.slots.map((slot) => (slot === vowel ? { ...slot, ways: [[chances]] } : slot))
  const [first, ...others] = spellCapitals([{ ...word, slots }], [])
  const second = others.find(({ text }) => text === 'TRỚI')
  expect(first?.text).toBe('TRỜI')
  expect(second?.share).toBeLessThan(0.4)
  expect(second?.share).toBeGreaterThan(0)
})

test('splits two close words that form no syllable together', async () => {
  const [letters] = await findLettersOf(await captionedPicture({ text: 'LÚC NÀO', seed: 'capitals' }), 0)
  if (!letters) throw new Error('no letters')
  const [one, other] = findCapitalWords(letters.ink, letters.letterHeight).words
  if (!one || !other) throw new Error('no words')
  const joined = { ...one, width: other.x + other.width - one.x, slots: [...one.slots, ...other.slots] }
  expect(likeliest(spellCapitals([joined], []))).toBe('LÚC NÀO')
})

test('reads one piece as two letters if another reading confirms the word', async () => {
  const [letters] = await findLettersOf(await captionedPicture({ text: 'MỚI', seed: 'capitals' }), 0)
  if (!letters) throw new Error('no letters')
  const [word] = findCapitalWords(letters.ink, letters.letterHeight).words
  const [m, o, i] = word?.slots ?? []
  if (!word || !m || !o || !i) throw new Error('no word')
  const seen = (letter: string, chance: number) =>
    Float32Array.from(CAPITALS, (capital) => (capital === letter ? Math.log(chance) : -9))
  const both = { ...o, width: i.x + i.width - o.x, ways: [[seen('Ó', 0.9)], [seen('Ớ', 0.3), seen('I', 0.9)]] }
  const { x, y, width, height } = word
  const read = { text: 'MOI', confidence: 60, x, y, width, height }
  expect(likeliest(spellCapitals([{ ...word, slots: [m, both] }], [read]))).toBe('MỚI')
  expect(likeliest(spellCapitals([{ ...word, slots: [m, both] }], []))).toBe('MÓ')
})

test('recognizes outlines of letters as outlines', async () => {
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
