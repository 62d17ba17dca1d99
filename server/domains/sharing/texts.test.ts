import { expect, test } from 'vitest'
import { sharingTexts } from './texts.ts'

test('counts are formatted for their language', () => {
  expect(sharingTexts('en').tagAbout('cat', 1)).toContain('1 meme with')
  expect(sharingTexts('en').tagAbout('cat', 12_345)).toContain('12,345 memes with')
  expect(sharingTexts('vi').tagAbout('cat', 12_345)).toContain('12.345 meme có')
})
