import { expect, test } from 'vitest'
import { shippedTable } from './table.ts'

const near = (...words: string[]) =>
  shippedTable()
    .ideasNear(words)
    .map(({ idea }) => idea)

test.each([
  [['corgi'], 'dog'],
  [['giraff'], 'giraffe'],
  [['my', 'elefant'], 'elephant'],
  [['ket', 'xe'], 'traffic-jam'],
  [['kẹt', 'xe', 'quá'], 'traffic-jam'],
])('the ideas near %j include %s among the first three', (words, idea) => {
  expect(near(...words).slice(0, 3)).toContain(idea)
})

test('nonsense is near no idea, and no search is near too many', () => {
  expect(near('qzxvkw')).toEqual([])
  expect(near()).toEqual([])
  expect(near('cat', 'work', 'love').length).toBeLessThanOrEqual(100)
})
