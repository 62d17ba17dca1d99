import { expect, test } from 'vitest'
import { BLOCK, CELLS } from './fingerprint.ts'
import { isSameTemplate } from './same-template.ts'

const FLOOR = 0.76
/** A picture with details everywhere; from row `changedFrom` on, its cells show something else. */
const cells = (seed: number, other = 0, changedFrom = CELLS) =>
  Uint8Array.from({ length: CELLS * CELLS }, (_, at) => {
    const from = Math.floor(at / CELLS) >= changedFrom ? other : seed
    return (at * 37 + Math.floor(at / CELLS) * 11 * from + from * 91) % 256
  })
const plain = (value: number) => new Uint8Array(CELLS * CELLS).fill(value)

test('pictures with high likeness share a template, and pictures with low likeness do not', () => {
  expect(isSameTemplate(0.9, FLOOR, undefined, undefined)).toBe(true)
  expect(isSameTemplate(0.8, FLOOR, undefined, undefined)).toBe(false)
  expect(isSameTemplate(0.45, FLOOR, cells(1), cells(1))).toBe(false)
})

test('at medium likeness enough unchanged blocks make one template', () => {
  expect(isSameTemplate(0.8, FLOOR, cells(1), cells(1, 5, 3 * BLOCK))).toBe(true)
  expect(isSameTemplate(0.8, FLOOR, cells(1), cells(5))).toBe(false)
})

test('with large captions only blocks with details count', () => {
  expect(isSameTemplate(0.6, FLOOR, cells(1), cells(1, 5, 6 * BLOCK))).toBe(true)
  expect(isSameTemplate(0.6, FLOOR, cells(1), cells(1, 5, 3 * BLOCK))).toBe(false)
  expect(isSameTemplate(0.6, FLOOR, plain(255), plain(255))).toBe(false)
})

test('with details everywhere a quarter of unchanged blocks is enough at medium likeness', () => {
  expect(isSameTemplate(0.7, FLOOR, cells(1), cells(1, 5, 2 * BLOCK))).toBe(true)
  expect(isSameTemplate(0.7, FLOOR, cells(1), cells(1, 5, BLOCK))).toBe(false)
  expect(isSameTemplate(0.66, FLOOR, cells(1), cells(1, 5, 2 * BLOCK))).toBe(false)
  const screen = (words: number) =>
    cells(1, words, 4 * BLOCK).map((value, at) => (at % CELLS < 2 * BLOCK ? 255 : value))
  expect(isSameTemplate(0.7, FLOOR, screen(5), screen(7))).toBe(false)
})
