import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each([
  ['two\nlines\r\n', 'two lines'],
  ['\u001b[2J\u001b]0;title\u0007gone', '[2J ]0;title gone'],
  ['a\u202egnp.exe', 'a gnp.exe'],
  ['Mèo 👨‍👩‍👧 ngủ', 'Mèo 👨‍👩‍👧 ngủ'],
])('prints %j as %j', (text, printed) => {
  expect(oneLine(text)).toBe(printed)
})
