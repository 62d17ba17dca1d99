import { expect, test } from 'vitest'
import { nameFromFile, tagsOf } from './rules.ts'

test('tags are the hashtags, lower case, each once, with Vietnamese letters', () => {
  expect(tagsOf('Monday #Work', 'again #work #đời_sống #2024 # nothing')).toEqual(['work', 'đời_sống', '2024'])
})

test('what cannot be seen makes no tag, nor a second one of the same look', () => {
  expect(tagsOf('#\u3164 #\uFE0F\u20E3 #1\uFE0F\u20E3 #___', '')).toEqual(['1\u20E3'])
  expect(tagsOf('#ca\uFE0Ft #cat', '')).toEqual(['cat'])
})

test('at most twenty tags, and none longer than fifty characters', () => {
  const many = Array.from({ length: 30 }, (_, index) => `#t${index}`).join(' ')
  expect(tagsOf(many, '')).toHaveLength(20)
  expect(tagsOf(`#${'x'.repeat(51)} #ok`, '')).toEqual(['ok'])
})

test('a file name gives a name without folder and extension, cut to its bound', () => {
  expect(nameFromFile('C:\\memes\\funny cat.final.png')).toBe('funny cat.final')
  expect([...nameFromFile(`${'é'.repeat(140)}.jpg`)]).toHaveLength(100)
  expect(nameFromFile('.png')).toBe('meme')
  expect(nameFromFile('\u3164.png')).toBe('meme')
  expect(nameFromFile('cat\u202Egnp\n2.png')).toBe('cat gnp 2')
})
