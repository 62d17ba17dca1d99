import { fold } from '#contract/words.ts'
import { sharedSides } from './boxes.ts'
import { fuseWords, isSamePlace } from './fuse-words.ts'
import { mergeReadings, type PossibleWord, type ReadWord } from './merge-readings.ts'
import { isBareSyllable } from './syllables.ts'

/** What the readers of a Vietnamese line read; boxes are shares of the line. */
export interface SyllableReadings {
  /** By the recogniser of bare letters: sure of how many letters a word has, without marks. */
  bare: readonly PossibleWord[]
  /** By Tesseract. */
  page: readonly PossibleWord[]
  /** Letter by letter; empty where the line is not in capitals. */
  spelt: readonly PossibleWord[]
}

/** The recogniser is believed in how many letters a word has from this confidence. */
const LENGTH_CONFIDENCE = 60
/** A reader that has a smaller share of a word's letters lost the others in the ground. */
const WHOLE_SHARE = 0.6
const INSIDE_SHARE = 0.7
/** Where the recogniser saw nothing, others must be as sure as this. */
const ALONE_CONFIDENCE = 75

/** Words of a line by vote. */
export function voteSyllables({ bare, page, spelt }: SyllableReadings): ReadWord[] {
  const seen = bare.filter(({ text }) => lengthOf(text) > 0)
  const trusted = (words: readonly PossibleWord[]) =>
    withoutParts(words, seen).filter(
      (word) => word.confidence >= ALONE_CONFIDENCE || seen.some((other) => sharedSides(word, other).across > 0),
    )
  const best = spelt.filter(({ share = 1 }) => share === 1)
  return mergeReadings([
    { words: [...bare], keepsMarks: false },
    { words: trusted(page).map((word) => withSureLetters(word, seen)), keepsMarks: true },
    { words: fuseWords(bare, page), keepsMarks: false },
    { words: fuseWords(bare, best), keepsMarks: false },
    { words: trusted(spelt), keepsMarks: true, isByLetters: true },
  ])
}

/** A word whose letters the recogniser has as well is doubted for its marks alone. */
function withSureLetters(word: PossibleWord, seen: readonly PossibleWord[]): PossibleWord {
  const same = seen.find((other) => bareOf(other.text) === bareOf(word.text) && isSamePlace(word, other))
  return { ...word, confidence: Math.max(word.confidence, (word.confidence + (same?.confidence ?? 0)) / 2) }
}

/** Leaves out what is only a part of a word that the recogniser is sure of; its marks are in the fused word. */
function withoutParts(words: readonly PossibleWord[], seen: readonly PossibleWord[]): PossibleWord[] {
  const lost = new Set<PossibleWord>()
  for (const word of seen) {
    if (word.confidence < LENGTH_CONFIDENCE) continue
    const inside = words.filter((part) => sharedSides(part, word).across > part.width * INSIDE_SHARE)
    const likeliest = inside.filter(({ share = 1 }) => share === 1)
    if (likeliest.length > 0 && !isWhole(likeliest, word.text)) for (const part of inside) lost.add(part)
  }
  return words.filter((word) => !lost.has(word))
}

/** Whether words that stand where another reader has one may be all of it. */
function isWhole(words: readonly PossibleWord[], text: string): boolean {
  const letters = words.reduce((sum, word) => sum + lengthOf(word.text), 0)
  if (letters >= lengthOf(text)) return true
  if (words.length > 1 || letters < lengthOf(text) * WHOLE_SHARE) return false
  const [whole, part] = [bareOf(text), bareOf(words[0]?.text ?? '')]
  return !(isBareSyllable(whole) && whole.includes(part))
}

const bareOf = (text: string) => fold(text.replace(/[^\p{L}\p{N}]/gu, ''))
const lengthOf = (text: string) => [...bareOf(text)].length
