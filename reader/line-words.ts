import type { PossibleWord } from './merge-readings.ts'
import type { Letter } from './recognise-line.ts'

/** Chance of a space from which one is there: measured on drawn lines, between letters of a word it is below 0.003. */
const SPACE_FROM = 0.03

/** The words of a recognised line; boxes are shares of the line's width and height. */
export function wordsOfLine(letters: readonly Letter[]): PossibleWord[] {
  const words: Letter[][] = []
  for (const letter of letters) {
    const last = words.at(-1)
    if (last && letter.space < SPACE_FROM) last.push(letter)
    else words.push([letter])
  }
  const half = halfAdvance(letters)
  return words.map((word) => {
    const [first, last] = [word[0]?.at ?? 0, word.at(-1)?.at ?? 0]
    const sum = word.reduce((total, { chance }) => total + Math.log(Math.max(chance, 1e-6)), 0)
    const x = Math.max(0, first - half)
    return {
      text: word.map(({ text }) => text).join(''),
      confidence: 100 * Math.exp(sum / word.length),
      x,
      y: 0.1,
      width: Math.min(1, last + half) - x,
      height: 0.8,
    }
  })
}

/** Half of the usual way from a letter to the next. */
function halfAdvance(letters: readonly Letter[]): number {
  const ways = letters.slice(1).map(({ at }, index) => at - (letters[index]?.at ?? 0))
  return (ways.toSorted((a, b) => a - b)[ways.length >> 1] ?? 0.5) / 2
}
