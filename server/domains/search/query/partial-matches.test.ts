import { expect, test } from 'vitest'
import { keepSignificant } from './partial-matches.ts'
import { parseQuery } from './query.ts'

const meme = (...occurring: string[]) => ({ occurring, isWhole: false })
const common = (word: string) => Array.from({ length: 20 }, () => meme(word))
const kept = (query: string, memes: ReturnType<typeof meme>[]) =>
  keepSignificant(parseQuery(query), memes).map(({ occurring }) => occurring.join(' '))

test('a meme with most of the words is kept, one that shares a common word is not', () => {
  expect(kept('woman yelling at cat', [...common('cat'), meme('woman', 'cat')])).toEqual(['woman cat'])
})

test('a rare word is enough', () => {
  expect(kept('distracted zookeeper cat', [...common('cat'), meme('zookeeper')])).toEqual(['zookeeper'])
})

test('one rare syllable of a Vietnamese query is not', () => {
  expect(kept('mèo nghiêng đầu', [meme('nghieng'), meme('nghieng', 'dau')])).toEqual(['nghieng dau'])
  expect(kept('mèo xem deadline', [meme('deadline'), meme('xem')])).toEqual(['deadline'])
})

test('what misses only by a misspelt word stays', () => {
  expect(keepSignificant(parseQuery('grumpy cat'), [{ occurring: ['cat'], isWhole: true }])).toHaveLength(1)
})
