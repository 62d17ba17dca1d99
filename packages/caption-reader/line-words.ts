import { fold } from './fold.ts'
import type { PossibleWord } from './merge-readings.ts'
import type { Letter } from './recognize-line.ts'
import { isBareSyllable } from './syllables.ts'

/** Minimum space probability of a word break. On drawn lines, it is rarely this high between the letters of a word. */
const SPACE_FROM = 0.012
/**
 * A single letter that is rarely a word (like the Y of MOSTLY, which has extra space before it) needs a higher space probability.
 */
const STRAY = /^[^\P{L}aiou]$/iu
const STRAY_SPACE_FROM = 0.3
/** The longest syllables, such as `nghieng`. */
const SYLLABLE_CHARS_MAX = 7
/** Minimum space probability, or minimum distance, of a possible break between two syllables that were read as one word. */
const SYLLABLE_SPACE = { from: 0.003, distance: 1.2 }

/** The words of a recognized line; boxes are shares of the line's width and height. */
export function wordsOfLine(letters: readonly Letter[]): PossibleWord[] {
  return toWords(groupsOf(letters), letters)
}

/** As wordsOfLine, for Vietnamese: splits a word that is not one syllable but several with gaps between them. */
export function syllablesOfLine(letters: readonly Letter[]): PossibleWord[] {
  return toWords(
    groupsOf(letters).flatMap((word) => partSyllables(word) ?? [word]),
    letters,
  )
}

function groupsOf(letters: readonly Letter[]): Letter[][] {
  const words: Letter[][] = []
  letters.forEach((letter, index) => {
    const last = words.at(-1)
    const next = letters[index + 1]
    const isStray = STRAY.test(letter.text) && (!next || next.space >= SPACE_FROM)
    if (last && letter.space < (isStray ? STRAY_SPACE_FROM : SPACE_FROM)) last.push(letter)
    else words.push([letter])
  })
  return words
}

const isSyllable = (word: readonly Letter[]) => isBareSyllable(fold(word.map(({ text }) => text).join('')))

const mayBeSpace = ({ space, distance }: Letter) => space >= SYLLABLE_SPACE.from || distance >= SYLLABLE_SPACE.distance

/** Returns undefined if a word does not consist of syllables. */
function partSyllables(word: readonly Letter[]): Letter[][] | undefined {
  if (isSyllable(word)) return [[...word]]
  const from: (Letter[][] | undefined)[] = []
  from[word.length] = []
  for (let start = word.length - 1; start >= 0; start -= 1) {
    let widest = Number.NEGATIVE_INFINITY
    for (let end = start + 1; end <= Math.min(word.length, start + SYLLABLE_CHARS_MAX); end += 1) {
      const [next, rest] = [word[end], from[end]]
      const width = next ? next.distance + next.space : Number.POSITIVE_INFINITY
      if (!rest || width <= widest || (next && !mayBeSpace(next)) || !isSyllable(word.slice(start, end))) continue
      from[start] = [word.slice(start, end), ...rest]
      widest = width
    }
  }
  return from[0]
}

function toWords(words: readonly Letter[][], letters: readonly Letter[]): PossibleWord[] {
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

/** Half of the median distance between letters. */
function halfAdvance(letters: readonly Letter[]): number {
  const ways = letters.slice(1).map(({ at }, index) => at - (letters[index]?.at ?? 0))
  return (ways.toSorted((a, b) => a - b)[ways.length >> 1] ?? 0.5) / 2
}
