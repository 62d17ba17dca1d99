import { expect, test } from 'vitest'
import { keepSignificant } from './partial-matches.ts'
import { parseQuery } from './query.ts'

const meme = (...occurring: string[]) => ({ occurring, isWhole: false })
const common = (word: string) => Array.from({ length: 20 }, () => meme(word))
const kept = (query: string, memes: ReturnType<typeof meme>[]) =>
  keepSignificant(parseQuery(query), memes).map(({ occurring }) => occurring.join(' '))

test('finds a meme with most of the words, and drops one that shares only a common word', () => {
  expect(kept('woman yelling at cat', [...common('cat'), meme('woman', 'cat')])).toEqual(['woman cat'])
})

test('finds a match of one rare word', () => {
  expect(kept('distracted zookeeper cat', [...common('cat'), meme('zookeeper')])).toEqual(['zookeeper'])
})

test('drops a match of one rare syllable of a Vietnamese query', () => {
  expect(kept('mèo nghiêng đầu', [meme('nghieng'), meme('nghieng', 'dau')])).toEqual(['nghieng dau'])
  expect(kept('mèo xem deadline', [meme('deadline'), meme('xem')])).toEqual(['deadline'])
})

test('finds a match that misses only a misspelled word', () => {
  expect(keepSignificant(parseQuery('grumpy cat'), [{ occurring: ['cat'], isWhole: true }])).toHaveLength(1)
})
