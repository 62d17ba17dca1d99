import { describe, expect, test } from 'vitest'
import { readOperators, replaceWords } from './read-request.ts'

const without = (...words: string[]) => ({ kind: 'without', words, isMarked: false })

describe('search operators', () => {
  test.each([
    ['cat -dog', 'cat', [without('dog')]],
    ['cat -mèo', 'cat', [{ kind: 'without', words: ['mèo'], isMarked: true }]],
    ['cat -"very good dog"', 'cat', [without('very', 'good', 'dog')]],
    ['tag:Mèo', '', [{ kind: 'tag', tag: 'mèo', not: false }]],
    ['TAG:#cat work', 'work', [{ kind: 'tag', tag: 'cat', not: false }]],
    ['tag：cat', '', [{ kind: 'tag', tag: 'cat', not: false }]],
    ['work -tag:cat', 'work', [{ kind: 'tag', tag: 'cat', not: true }]],
    ['user:@Bob.B work', 'work', [{ kind: 'user', key: 'bob.b', not: false }]],
    ['user:me', '', [{ kind: 'user', key: undefined, not: false }]],
    ['animated:no cat', 'cat', [{ kind: 'animated', animated: false }]],
    ['-animated:no cat', 'cat', [{ kind: 'animated', animated: true }]],
  ])('%s', (typed, text, conditions) => {
    expect(readOperators(typed)).toEqual({ text, conditions })
  })

  test.each([
    'plain words',
    'anti-hero',
    '-_- mood',
    '- dog',
    '-dog',
    '-dog -"bad cat"',
    'from:bob',
    'tag:',
    'tag:two-parts',
    'user:@',
    'animated:maybe',
    'cat "tag:dog -mouse"',
    'cat tag: dog',
    'cat -"no end',
    '12:30',
    'animated：perhaps',
  ])('%s has no operator and stays unchanged', (typed) => {
    expect(readOperators(typed)).toEqual({ text: typed, conditions: [] })
  })

  test('are limited to twelve, and further ones are plain words', () => {
    const { text, conditions } = readOperators(Array.from({ length: 1000 }, (_, at) => `tag:t${at}`).join(' '))
    expect(conditions).toHaveLength(12)
    expect(text.startsWith('tag:t12 ')).toBe(true)
  })
})

test.each([
  ['Mosnter -mosnter user:mosnter', 'monster -mosnter user:mosnter'],
  ['"mosnter, cat" MOSNTER!', '"monster, cat" monster!'],
  ['cat', 'cat'],
])('plain words of %s are replaced', (typed, expected) => {
  expect(replaceWords(typed, (word) => (word === 'mosnter' ? 'monster' : word))).toBe(expected)
})
