import { expect, test } from 'vitest'
import { findDrawnWords, wordAttribute } from './drawn-words.ts'

const path = (words: string[], transform = '') =>
  `<path d="M0 0"${transform && ` transform="${transform}"`} data-words="${wordAttribute(
    words,
    words.map((_, nth) => ({ x: 10 + 40 * nth, y: 20, w: 30, h: 10 })),
  )}"/>`
const placesOf = (...frames: string[]) =>
  findDrawnWords({ frames, width: 100, height: 200 }).map(({ text, x, y, width, height }) => [
    text,
    ...[x, y, width, height].map((side) => Math.round(side * 1000) / 1000),
  ])

test('words stand where their element draws them, in fractions of the picture', () => {
  expect(placesOf(`<svg>${path(['một', '"2" & <3>'])}</svg>`)).toEqual([
    ['một', 0.1, 0.1, 0.3, 0.05],
    ['"2" & <3>', 0.5, 0.1, 0.3, 0.05],
  ])
})

test('groups around an element move, enlarge, mirror and turn its words', () => {
  expect(placesOf(`<g transform="translate(10 20)"><g/>${path(['a'], 'scale(2 1)')}</g>${path(['b'])}`)).toEqual([
    ['a', 0.3, 0.2, 0.6, 0.05],
    ['b', 0.1, 0.1, 0.3, 0.05],
  ])
  expect(placesOf(path(['a'], 'translate(100 0) scale(-1 1)'))).toEqual([['a', 0.6, 0.1, 0.3, 0.05]])
  expect(placesOf(path(['a'], 'rotate(90 25 25)'))).toEqual([['a', 0.2, 0.05, 0.1, 0.15]])
})

test('of what moves, the words of the first frame come, and those that only the middle one has', () => {
  expect(placesOf(path(['a', 'b']), path(['b', 'c', 'b']), path(['d'])).map(([text]) => text)).toEqual([
    'a',
    'b',
    'c',
    'b',
  ])
})
