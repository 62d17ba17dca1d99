import { expect, test } from 'vitest'
import { inflections } from './inflections.ts'

test('an English word has its regular forms', () => {
  expect(inflections('cat')).toEqual(['cat', 'cats', 'catted', 'catting'])
  expect(inflections('yell')).toEqual(['yell', 'yells', 'yelled', 'yelling'])
  expect(inflections('cry')).toEqual(['cry', 'cries', 'cried', 'crying'])
  expect(inflections('play')).toContain('playing')
  expect(inflections('dance')).toEqual(['dance', 'dances', 'danced', 'dancing'])
  expect(inflections('lie')).toEqual(['lie', 'lies', 'lied', 'lying'])
  expect(inflections('kiss')).toContain('kisses')
  expect(inflections('run')).toContain('running')
  expect(inflections('open')).toContain('opening')
})

test('a short word does not take the forms of another one', () => {
  expect(inflections('hat')).not.toContain('hating')
  expect(inflections('star')).not.toContain('staring')
})

test('words of other alphabets and short words have one form', () => {
  expect(inflections('mèo')).toEqual(['mèo'])
  expect(inflections('ai')).toEqual(['ai'])
})
