import { sharedSides } from './boxes.ts'
import { fold } from './fold.ts'
import { fuseWords, isSamePlace } from './fuse-words.ts'
import { mergeReadings, type PossibleWord, type ReadWord } from './merge-readings.ts'
import { isBareSyllable } from './syllables.ts'

/** The readings of a Vietnamese line; boxes are shares of the line. */
export interface SyllableReadings {
  /** From the recognizer of bare letters: reliable in the number of letters of a word, without marks. */
  bare: readonly PossibleWord[]
  /** From Tesseract. */
  page: readonly PossibleWord[]
  /** From reading letter by letter; empty if the line is not in capitals. */
  spelt: readonly PossibleWord[]
}

/** Minimum confidence from which the recognizer's number of letters is trusted. */
const LENGTH_CONFIDENCE = 60
/** A reading with a smaller share of a word's letters lost the others in the background. */
const WHOLE_SHARE = 0.6
const INSIDE_SHARE = 0.7
/** Minimum confidence of other readings where the recognizer read nothing. */
const ALONE_CONFIDENCE = 75

/** Determines the words of a line by vote. */
export function voteSyllables({ bare, page, spelt }: SyllableReadings): ReadWord[] {
  const seen = bare.filter(({ text }) => lengthOf(text) > 0)
  const trusted = (words: readonly PossibleWord[]) =>
    withoutParts(words, seen).filter(
      (word) => word.confidence >= ALONE_CONFIDENCE || seen.some((other) => sharedSides(word, other).across > 0),
    )
  const best = spelt.filter(({ share = 1 }) => share === 1)
  return mergeReadings([
    { words: [...bare], preservesMarks: false },
    { words: trusted(page).map((word) => withSureLetters(word, seen)), preservesMarks: true },
    { words: fuseWords(bare, page), preservesMarks: false },
    { words: fuseWords(bare, best), preservesMarks: false },
    { words: trusted(spelt), preservesMarks: true, isByLetters: true },
  ])
}

/** Raises a word's confidence if the recognizer has the same letters, since then only its marks are uncertain. */
function withSureLetters(word: PossibleWord, seen: readonly PossibleWord[]): PossibleWord {
  const same = seen.find((other) => bareOf(other.text) === bareOf(word.text) && isSamePlace(word, other))
  return { ...word, confidence: Math.max(word.confidence, (word.confidence + (same?.confidence ?? 0)) / 2) }
}

/** Removes words that are only part of a word that the recognizer is sure of; the fused word includes their marks. */
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

/** Returns true if words at the position of another reader's word may be the whole word. */
function isWhole(words: readonly PossibleWord[], text: string): boolean {
  const letters = words.reduce((sum, word) => sum + lengthOf(word.text), 0)
  if (letters >= lengthOf(text)) return true
  if (words.length > 1 || letters < lengthOf(text) * WHOLE_SHARE) return false
  const [whole, part] = [bareOf(text), bareOf(words[0]?.text ?? '')]
  return !(isBareSyllable(whole) && whole.includes(part))
}

const bareOf = (text: string) => fold(text.replace(/[^\p{L}\p{N}]/gu, ''))
const lengthOf = (text: string) => [...bareOf(text)].length
