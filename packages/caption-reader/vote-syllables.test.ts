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

test('a single letter from another reading adds its mark but is not a word', () => {
  const spelt = [word('Ớ', 0.2, 0.08, 95)]
  expect(texts({ bare: [word('MOI', 0.1, 0.3)], page: [], spelt })).toEqual(['MỚI'])
  expect(texts({ bare: [word('MOT', 0.1, 0.3)], page: [], spelt: [word('A', 0.2, 0.08, 95)] })).toEqual(['MOT'])
})

test('prefers two whole words over one joined word', () => {
  const page = [word('THỊT', 0.1, 0.14), word('KHO', 0.26, 0.14)]
  expect(texts({ bare: [word('THITKHO', 0.1, 0.3, 70)], page, spelt: [] })).toEqual(['THỊT', 'KHO'])
})

test('accepts uncertain tone marks if another reading confirms the letters', () => {
  expect(texts({ bare: [word('TROI', 0.1, 0.3, 97)], page: [word('TRỜI', 0.1, 0.3, 58)], spelt: [] })).toEqual(['TRỜI'])
  expect(texts({ bare: [word('TROI', 0.1, 0.3, 97)], page: [word('TRỜI', 0.1, 0.3, 0)], spelt: [] })).toEqual(['TROI'])
})
