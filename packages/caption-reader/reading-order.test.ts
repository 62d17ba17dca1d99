import { expect, test } from 'vitest'
import { inReadingOrder } from './reading-order.ts'

const line = (text: string, left: number, top: number, width = 100, height = 20) => ({
  text,
  line: { x: left + width / 2, y: top + height / 2, width, height, angle: 0 },
})
const order = (...lines: ReturnType<typeof line>[]) =>
  inReadingOrder(lines.toReversed())
    .map(({ text }) => text)
    .join(' ')

test('reads panels side by side one after the other', () => {
  expect(
    order(line('I', 0, 0), line('have', 0, 26), line('you', 300, 4), line('had', 300, 30), line('below', 0, 200)),
  ).toBe('I have you had below')
})

test('reads chat bubbles from the top on both sides', () => {
  expect(
    order(line('one', 0, 0), line('two', 0, 26), line('three', 250, 80), line('four', 250, 106), line('five', 0, 160)),
  ).toBe('one two three four five')
})

test('joins the pieces of one line', () => {
  expect(order(line('who', 0, 0), line('goes', 110, 7, 100, 26), line('there', 0, 34))).toBe('who goes there')
})
