import { expect, test } from 'vitest'
import { syllablesOfLine, wordsOfLine } from './line-words.ts'
import type { Letter } from './recognize-line.ts'

/**
 * Letters at even distances; `_` is a space that the recognizer is sure of, `.` a barely detected space with some extra distance.
 */
function line(text: string): Letter[] {
  const letters: Letter[] = []
  let before = ''
  for (const sign of text) {
    if (sign !== '_' && sign !== '.') {
      const space = before === '_' ? 0.6 : before === '.' ? 0.005 : 0.0001
      letters.push({ text: sign, chance: 0.99, at: 0, space, distance: before === '_' || before === '.' ? 1.3 : 1 })
    }
    before = sign
  }
  return letters.map((letter, index) => ({ ...letter, at: (index + 0.5) / letters.length }))
}
const texts = (words: { text: string }[]) => words.map(({ text }) => text)

test('splits a line at likely spaces', () => {
  expect(texts(wordsOfLine(line('THE_CAT')))).toEqual(['THE', 'CAT'])
  const kerned = line('MOSTL_Y_WET').map((one) => (one.text === 'Y' ? { ...one, space: 0.2 } : one))
  expect(texts(wordsOfLine(kerned))).toEqual(['MOSTLY', 'WET'])
  expect(texts(wordsOfLine(line('FAMILY.CHAT')))).toEqual(['FAMILYCHAT'])
})

test('splits joined syllables at small gaps, but no other words', () => {
  expect(texts(syllablesOfLine(line('ROI.NGU')))).toEqual(['ROI', 'NGU'])
  expect(texts(syllablesOfLine(line('BUON.NGU.LAM')))).toEqual(['BUON', 'NGU', 'LAM'])
  expect(texts(syllablesOfLine(line('ROINGU')))).toEqual(['ROINGU'])
  expect(texts(syllablesOfLine(line('DEAD.LINE')))).toEqual(['DEADLINE'])
})
