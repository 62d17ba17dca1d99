import { expect, test } from 'vitest'
import { SpellingIndex } from './spelling-index.ts'

const TEXTS = ['elephant', 'element', 'zebra', 'mèo']
const alike = (search: string) =>
  new SpellingIndex(TEXTS)
    .alike(search)
    .toSorted((a, b) => b.share - a.share)
    .map(({ text, share }) => [text, Number(share.toFixed(2))])

test('texts are found with their share of common pairs, others not at all', () => {
  expect(alike('elefant')).toEqual([
    ['elephant', 0.71],
    ['element', 0.63],
  ])
  expect(alike('mèo')).toEqual([['mèo', 1]])
  expect(alike('qxk')).toEqual([])
})
