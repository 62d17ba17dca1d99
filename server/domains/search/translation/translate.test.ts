import { describe, expect, test } from 'vitest'
import { fold, wordsOf } from '#contract/words.ts'
import { encodeAlternatives } from '../indexing/ocr-alternatives.ts'
import { parseQuery } from '../query/query.ts'
import { BANDS } from '../rules.ts'
import { translationScorer } from './score-translation.ts'
import { shippedTable } from './table.ts'
import { shownTargets, translate, typedText } from './translate.ts'

const table = shippedTable()
const partsOf = (typed: string) => translate(parseQuery(typed), table)
const shown = (typed: string) => shownTargets(partsOf(typed))

function textsOf(name: string, picture: string) {
  const fields = [name, '', '', '', picture].map(wordsOf)
  return {
    exact: fields.map((words) => words.join(' ')).join('\n'),
    folded: fields.map((words) => words.map(fold).join(' ')).join('\n'),
  }
}
const scorer = (typed: string) => translationScorer(partsOf(typed), table)
const score = (typed: string, caption: string) => scorer(typed)(textsOf('', caption))
const finds = (typed: string, caption: string) => score(typed, caption).score > 0

describe('a search also looks for', () => {
  test('the words of the other language', () => {
    expect(shown('cat')).toEqual(['mèo', '🐱'])
    expect(shown('mèo')).toContain('cat')
    expect(shown('kẹt xe')).toContain('traffic jam')
  })

  test('words of all parts before emoji', () => {
    expect(shown('dog cat')).toEqual(['chó', 'mèo', '🐶', '🐱'])
  })

  test('words without marks and inflected words', () => {
    expect(shown('meo')).toContain('cat')
    expect(shown('ket xe')).toContain('traffic jam')
    expect(shown('cats')).toContain('mèo')
  })

  test('emoji, and their meanings', () => {
    expect(shown('crying')).toEqual(expect.arrayContaining(['khóc', '😭']))
    expect(finds('😭', 'she is crying')).toBe(true)
    expect(finds('😭', 'khóc một mình')).toBe(true)
    expect(finds('khóc', 'monday 😭')).toBe(true)
    expect(finds('otter', 'rái cá ăn sáng')).toBe(true)
  })

  test('emoji with a word as a keyword, without naming them', () => {
    expect(shown('nhìn')).toEqual([])
    expect(finds('nhìn', 'tôi 🙈')).toBe(true)
    expect(shown('người đàn ông')).toEqual(['man', '👨'])
  })

  test('phrases before words', () => {
    expect(partsOf('kẹt xe buổi sáng').map(typedText)).toEqual(['kẹt xe', 'buổi sáng'])
  })

  test('nothing for unknown, ambiguous and quoted words', () => {
    for (const typed of ['qwrtzpl', 'ma', 'bay', 'bo', '"cat"', 'the']) expect(shown(typed)).toEqual([])
  })
})

describe('a translation matches', () => {
  test('all parts of the search, each typed or translated', () => {
    expect(finds('woman yelling at cat', 'người phụ nữ la hét với con mèo')).toBe(true)
    expect(finds('woman yelling at cat', 'người phụ nữ với con mèo')).toBe(false)
    expect(finds('cat meeting', 'con mèo trong meeting')).toBe(true)
    expect(finds('trump cat', 'con mèo')).toBe(false)
  })

  test('related ideas, one way only, and below the idea itself', () => {
    expect(finds('chán việc', 'it is monday')).toBe(true)
    expect(finds('monday', 'chán việc')).toBe(false)
    expect(score('chán việc', 'i hate my job').score).toBeGreaterThan(score('chán việc', 'it is monday').score)
  })

  test('words without meaning next to an idea are left out', () => {
    expect(finds('con mèo', 'my cat')).toBe(true)
    expect(finds('cat meme', 'mèo')).toBe(true)
  })

  test('its own marks, or none where the word is clear', () => {
    expect(finds('cat', 'mèo')).toBe(true)
    expect(finds('cat', 'meo')).toBe(true)
    expect(finds('cat', 'mẹo')).toBe(false)
    expect(score('cat', 'mèo').score).toBeGreaterThan(score('cat', 'meo').score)
    // Without marks, it usually is "cho" (for).
    expect(finds('dog', 'cho')).toBe(false)
  })

  test('a word that the reader thought possible', () => {
    const texts = textsOf('', 'chơ')
    const words = [{ text: 'chơ', others: [{ text: 'chó', chance: 0.3 }] }]
    expect(scorer('dog')({ ...texts, exact: `${texts.exact}\n${encodeAlternatives(words)}` }).score).toBeGreaterThan(0)
  })

  test('no part of a phrase with another meaning', () => {
    expect(finds('sad', 'buồn')).toBe(true)
    expect(finds('sad', 'buồn ngủ')).toBe(false)
    expect(finds('eat', 'ăn trộm')).toBe(false)
  })

  test('English inflections, but not other words', () => {
    expect(finds('mèo', 'two cats')).toBe(true)
    expect(finds('hét', 'he yelled')).toBe(true)
    expect(finds('đội mũ', 'hating')).toBe(false)
  })

  test('within its band, with the typed words and those that matched', () => {
    const found = score('con mèo', 'two cats')
    expect(Math.floor(found.score)).toBe(BANDS.translation)
    expect(found).toMatchObject({ from: 'con mèo', matched: ['imageText'] })
    expect(found.words).toContain('cat')
  })
})
