import { expect, it } from 'vitest'
import { completeTag, typedTag } from './typed-tag.ts'

it('finds the hashtag being typed at the end', () => {
  expect(typedTag('A cat #mo')).toBe('mo')
  expect(typedTag('#Mè')).toBe('Mè')
  for (const text of ['', '#', 'A cat', '#cat ', 'c#sharp', 'https://a.test/#top']) expect(typedTag(text)).toBeNull()
})

it('completes it and leaves the text before it', () => {
  expect(completeTag('A cat #one #mo', 'monday')).toBe('A cat #one #monday ')
  expect(completeTag('#me', 'mèo')).toBe('#mèo ')
})
