import { expect, test } from 'vitest'
import { storedWidth } from './stored-width.ts'

test('a form is as wide as asked, as the picture, or as its length leaves', () => {
  expect(storedWidth({ width: 3000, height: 2000 }, 1080)).toBe(1080)
  expect(storedWidth({ width: 600, height: 2000 }, 1080)).toBe(600)
  expect(storedWidth({ width: 800, height: 18_000 }, 1080)).toBe(728)
})
