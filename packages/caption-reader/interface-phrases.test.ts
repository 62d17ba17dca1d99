import { expect, test } from 'vitest'
import { isButtons } from './interface-phrases.ts'

test.each(['Like Reply Share', 'Thích · Trả lời · Chia sẻ', 'Like Comment'])(
  'recognizes %s as a row of buttons',
  (line) => {
    expect(isButtons(line.split(' '))).toBe(true)
  },
)

test.each(['Like', 'like and share', 'Share this with a friend', ''])(
  'does not recognize %s as a row of buttons',
  (line) => {
    expect(isButtons(line.split(' '))).toBe(false)
  },
)
