import { expect, test } from 'vitest'
import { fuseWords } from './fuse-words.ts'

const word = (text: string, x = 0.1) => ({ text, x, y: 0, width: 0.2, height: 1, confidence: 90 })
const fused = (bare: string, marked: string) => fuseWords([word(bare)], [word(marked)]).map(({ text }) => text)

test('bare letters take the tone marks of the other reading', () => {
  expect(fused('ma', 'mò')).toEqual(['mà'])
  expect(fused('sang', 'sóng')).toEqual(['sáng'])
  expect(fused('Hon', 'Hơn')).toEqual([])
})

test('ignores readings with another length, another position or no valid syllable', () => {
  expect(fused('bzt', 'bót')).toEqual([])
  expect(fused('ma', 'mòn')).toEqual([])
  expect(fuseWords([word('ma')], [word('mò', 0.6)])).toEqual([])
})

test('a reading of part of a word adds marks only to that part', () => {
  const part = (text: string, x: number) => ({ ...word(text, x), width: 0.07 })
  const into = (bare: string, other: ReturnType<typeof part>) =>
    fuseWords([word(bare)], [other]).map(({ text }) => text)
  expect(into('MOI', part('Ớ', 0.17))).toEqual(['MỚI'])
  expect(into('ROI', { ...part('ỒI', 0.17), width: 0.13 })).toEqual(['RỒI'])
  expect(into('MOI', part('O', 0.17))).toEqual([])
  expect(into('MOI', part('Ớ', 0.5))).toEqual([])
  expect(into('BMK', part('Ớ', 0.17))).toEqual([])
})
