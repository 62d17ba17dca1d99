import { fold, wordsOf } from '#contract/words.ts'
import type { OtherReading } from '#reader/merge-readings.ts'

/** A word read in a picture, with its alternatives where the reading is uncertain. */
export interface ReadWordText {
  text: string
  others?: OtherReading[] | undefined
  /** True if a missing mark means that the word has none. */
  isSpelt?: boolean | undefined
}

/** One word position in a picture. */
export interface OcrAlternatives {
  /** Probability of the reading that was chosen. */
  own: number
  isSpelt: boolean
  others: { exact: string; chance: number }[]
}

const PERCENT = 100

/**
 * Serializes the alternatives of a picture's words as one line: `2:30:tới` means that the third word is `tới` with a probability
 * of 30 %.
 */
export function encodeAlternatives(words: readonly ReadWordText[]): string {
  let at = 0
  const alternatives: string[] = []
  for (const { text, others = [], isSpelt = false } of words) {
    const parts = wordsOf(text)
    const [own] = parts
    if (own !== undefined && parts.length === 1) {
      if (isSpelt && fold(own) === own) alternatives.push(String(at))
      for (const other of others) {
        const [word, ...more] = wordsOf(other.text)
        const percent = Math.round(other.chance * PERCENT)
        if (word !== undefined && more.length === 0 && word !== own && percent > 0)
          alternatives.push(`${at}:${percent}:${word}`)
      }
    }
    at += parts.length
  }
  return alternatives.join(' ')
}

/** Parses the line written by `encodeAlternatives`; keys are word indexes. */
export function decodeAlternatives(line: string): Map<number, OcrAlternatives> {
  const alternatives = new Map<number, OcrAlternatives>()
  for (const one of line.split(' ').filter(Boolean)) {
    const [at = '', percent, exact] = one.split(':')
    const known = alternatives.get(Number(at)) ?? { own: 1, isSpelt: false, others: [] }
    const chance = Number(percent ?? 0) / PERCENT
    alternatives.set(Number(at), {
      own: Math.max(0, known.own - chance),
      isSpelt: known.isSpelt || exact === undefined,
      others: exact === undefined ? known.others : [...known.others, { exact, chance }],
    })
  }
  return alternatives
}

/** Returns the words in a line of alternatives. */
export const alternativeWords = (line: string): string[] => line.split(' ').flatMap((one) => one.split(':')[2] ?? [])
