import { expect, test } from 'vitest'
import { voteSyllables } from './vote-syllables.ts'

const word = (text: string, x: number, width: number, confidence = 80) => ({
  text,
  x,
  width,
  y: 0.1,
  height: 0.8,
  confidence,
})
const texts = (readings: Parameters<typeof voteSyllables>[0]) => voteSyllables(readings).map(({ text }) => text)

test('a letter that is all that another reader has of a word gives its mark and is no word', () => {
  const spelt = [word('Ớ', 0.2, 0.08, 95)]
  expect(texts({ bare: [word('MOI', 0.1, 0.3)], page: [], spelt })).toEqual(['MỚI'])
  expect(texts({ bare: [word('MOT', 0.1, 0.3)], page: [], spelt: [word('A', 0.2, 0.08, 95)] })).toEqual(['MOT'])
})

test('words that another reader has whole where the first has one are kept', () => {
  const page = [word('THỊT', 0.1, 0.14), word('KHO', 0.26, 0.14)]
  expect(texts({ bare: [word('THITKHO', 0.1, 0.3, 70)], page, spelt: [] })).toEqual(['THỊT', 'KHO'])
})

test('marks that a reader is unsure of count where another one is sure of the letters', () => {
  expect(texts({ bare: [word('TROI', 0.1, 0.3, 97)], page: [word('TRỜI', 0.1, 0.3, 58)], spelt: [] })).toEqual(['TRỜI'])
  expect(texts({ bare: [word('TROI', 0.1, 0.3, 97)], page: [word('TRỜI', 0.1, 0.3, 0)], spelt: [] })).toEqual(['TROI'])
})
