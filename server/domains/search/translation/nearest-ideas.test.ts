import { expect, test } from 'vitest'
import { EMOJI, parseLexicon, readLexiconFiles } from './lexicon.ts'
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
  [['kẹt', 'xee', 'qwrtz'], 'traffic-jam'],
  [['stuck', 'in', 'trafic'], 'traffic-jam'],
  [['icecream'], 'ice-cream'],
  [['traffic', 'light'], 'traffic-light'],
  [['my', 'cats'], 'cat'],
  [['😭'], 'cry'],
  // Without an idea of its own, an emoji has those of its keywords.
  [['😅'], 'stress'],
])('the ideas near %j include %s among the first three', (words, idea) => {
  expect(near(...words).slice(0, 3)).toContain(idea)
})

test.each([
  // One letter off `bee`, `book`, `trưởng`, and `thưởng`.
  ['xee'],
  ['hook'],
  ['truong'],
  ['thương'],
  // Like `carrot`.
  ['carpet'],
  // Without its mark, it is `da` (skin).
  ['đã'],
  // It has several meanings.
  ['ma'],
  ['the'],
])('%s is near no idea', (word) => {
  expect(near(word)).toEqual([])
})

test('neighbors are of the same topic', () => {
  expect(near('hedgehog')).not.toContain('food')
  expect(near('hedgehog')).toContain('sloth')
  expect(near('eat')).not.toContain('zoo')
  expect(near('eat')).toContain('hungry')
})

test('an emoji without ideas has its name and keywords, every emoji of the lexicon has something', () => {
  expect(shippedTable().ideasNear(['🧲'])).toContainEqual({ idea: '', words: new Map([['vi', ['nam châm']]]) })
  const { ideas, emojiNames } = parseLexicon(readLexiconFiles())
  const emoji = [...(ideas.get(EMOJI)?.values() ?? [])]
    .flat()
    .concat([...emojiNames.values()].flatMap((one) => [...one.keys()]))
  expect(emoji.filter((one) => near(one).length === 0)).toEqual([])
})

test('nonsense is near no idea, and no search is near too many', () => {
  expect(near('qzxvkw')).toEqual([])
  expect(near()).toEqual([])
  expect(near('cat', 'work', 'love').length).toBeLessThanOrEqual(100)
})
