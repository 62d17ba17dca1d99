import { expect, test } from 'vitest'
import { nameFromFile, tagsOf } from './rules.ts'

test('tags are the distinct lower-case hashtags, Vietnamese letters included', () => {
  expect(tagsOf('Monday #Work', 'again #work #đời_sống #2024 # nothing')).toEqual(['work', 'đời_sống', '2024'])
})

test('invisible characters form no tag, nor a second look-alike tag', () => {
  expect(tagsOf('#\u3164 #\uFE0F\u20E3 #1\uFE0F\u20E3 #___', '')).toEqual(['1\u20E3'])
  expect(tagsOf('#ca\uFE0Ft #cat', '')).toEqual(['cat'])
})

test('allows at most twenty tags of at most fifty characters', () => {
  const many = Array.from({ length: 30 }, (_, index) => `#t${index}`).join(' ')
  expect(tagsOf(many, '')).toHaveLength(20)
  expect(tagsOf(`#${'x'.repeat(51)} #ok`, '')).toEqual(['ok'])
})

test('names a meme after its file, without folder and extension, cut to the limit', () => {
  expect(nameFromFile('C:\\memes\\funny cat.final.png')).toBe('funny cat.final')
  expect([...nameFromFile(`${'é'.repeat(140)}.jpg`)]).toHaveLength(100)
  expect(nameFromFile('.png')).toBe('meme')
  expect(nameFromFile('\u3164.png')).toBe('meme')
  expect(nameFromFile('cat\u202Egnp\n2.png')).toBe('cat gnp 2')
})
