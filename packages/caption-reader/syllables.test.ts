import { expect, test } from 'vitest'
import { isKnownSyllable } from './known-syllables.ts'
import { placeTone } from './syllables.ts'

test.each([
  ['TAÌ', 'TÀI'],
  ['NÔĨ', 'NỖI'],
  ['QÙA', 'QUÀ'],
  ['GÍUP', 'GIÚP'],
  ['MÚÔN', 'MUỐN'],
  ['HÒANG', 'HOÀNG'],
  ['NGHIÃ', 'NGHĨA'],
  ['TOAÌ', 'TOÀI'],
])('the tone of %s belongs to %s', (read, written) => {
  expect(placeTone(read)).toBe(written)
})

test('a tone stays on either vowel where people write both, and in words that are not syllables', () => {
  const words = ['HÒA', 'HOÀ', 'THÚY', 'THUÝ', 'GÌ', 'QUÝ', 'café', 'xyz', 'MEO']
  expect(words.map(placeTone)).toEqual(words)
})

test('a tone stays in common syllables', () => {
  const words = ['thuyền', 'khuỷu', 'ngoài', 'nghĩa', 'giữa', 'quá', 'mưa', 'người'].filter(isKnownSyllable)
  expect(words.length).toBeGreaterThan(4)
  expect(words.map(placeTone)).toEqual(words)
})
