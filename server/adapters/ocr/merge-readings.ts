import { type Box, sharedSides } from './boxes.ts'
import { foldMarks } from './fold-marks.ts'
import { isKnownSyllable } from './known-syllables.ts'
import { hasVietnameseMarks, isVietnameseSyllable } from './syllables.ts'

/** A word read in a picture, and where. */
export interface ReadWord extends Box {
  text: string
  /** 0 to 100. */
  confidence: number
}

/** What one pass over a picture read. */
export interface Reading {
  words: ReadWord[]
  /** By a reader that knows the marks of Vietnamese and does not read them away. */
  keepsMarks: boolean
  /** Each letter was looked at by itself, marks and all. */
  isByLetters?: boolean
}

/** A word that is to be chosen or left. */
interface Candidate extends ReadWord {
  keepsMarks: boolean
  isByLetters: boolean
}

/** What another reading with the very same word, marks and all, adds. */
const VOTE_BONUS = 14
/** What it adds that a word was read letter by letter. */
const LETTERS_BONUS = 25
/** What it adds that a syllable is known to be in use. */
const KNOWN_BONUS = 10
/** What spelling adds to a word's confidence when readings differ. */
const PLAUSIBLE_BONUS = 18
const CONFIDENCE_FLOOR = 30
/** One or two signs are easily read into grain. */
const SHORT_CONFIDENCE_FLOOR = 62
const SHORT_CHARS = 2
/** Boxes of one word in two readings overlap by at least this share of the smaller one. */
const OVERLAP_FLOOR = 0.4

/**
 * Joins several readings of one picture: of words in one place the most believable stands. Words with marks whose bare letters
 * another reading confirms are preferred, since a reader that knows no marks reads them away.
 */
export function mergeReadings(readings: Reading[]): ReadWord[] {
  const words = readings
    .flatMap(({ words: read, keepsMarks, isByLetters = false }) =>
      read.flatMap(cleaned).map((word) => ({ ...word, keepsMarks, isByLetters })),
    )
    .filter(isBelievable)
  const ranked = words
    .map((word) => ({ word, belief: beliefIn(word, words) }))
    .sort((a, b) => b.belief - a.belief)
    .map(({ word: { keepsMarks: _, isByLetters: __, ...word } }) => word)
  const kept: ReadWord[] = []
  for (const word of ranked) if (!kept.some((other) => overlap(word, other) >= OVERLAP_FLOOR)) kept.push(word)
  return inReadingOrder(kept)
}

const SIGNS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

function cleaned(word: ReadWord): ReadWord[] {
  const text = word.text.normalize('NFC').replace(SIGNS_AROUND, '')
  return text === '' ? [] : [{ ...word, text }]
}

function isBelievable(word: ReadWord): boolean {
  const isShort = [...word.text].length <= SHORT_CHARS && !isVietnameseSyllable(word.text)
  return word.confidence >= (isShort ? SHORT_CONFIDENCE_FLOOR : CONFIDENCE_FLOOR)
}

function beliefIn(word: Candidate, words: Candidate[]): number {
  const bare = foldMarks(word.text)
  const isMarked = hasVietnameseMarks(word.text)
  const isSyllable = isVietnameseSyllable(word.text)
  const isConfirmed = words.some(
    (other) => other !== word && foldMarks(other.text) === bare && overlap(word, other) > 0.3,
  )
  const votes = words.filter(
    (other) => other !== word && other.keepsMarks && isSameText(other, word) && overlap(word, other) > 0.3,
  ).length
  const isWordLike = /^(?:\p{L}+|\p{N}+)$/u.test(word.text)
  const length = Math.min(6, [...word.text].length)
  return (
    word.confidence +
    length * 2 +
    VOTE_BONUS * votes +
    (word.isByLetters && isSyllable ? LETTERS_BONUS : 0) +
    (isWordLike ? PLAUSIBLE_BONUS / 2 : 0) +
    (isSyllable ? PLAUSIBLE_BONUS / 2 : 0) +
    (isSyllable && isMarked && isKnownSyllable(word.text) ? KNOWN_BONUS : 0) +
    (isConfirmed ? PLAUSIBLE_BONUS : 0) +
    (isMarked && isSyllable ? PLAUSIBLE_BONUS : 0) +
    (isMarked && !isSyllable ? -PLAUSIBLE_BONUS : 0)
  )
}

const isSameText = (a: ReadWord, b: ReadWord) => a.text.toLowerCase() === b.text.toLowerCase()

/** Shared area as a share of the smaller box. */
function overlap(a: ReadWord, b: ReadWord): number {
  const { across, down } = sharedSides(a, b)
  if (across <= 0 || down <= 0) return 0
  return (across * down) / Math.max(1e-9, Math.min(a.width * a.height, b.width * b.height))
}

/** Line by line: a word belongs to the line whose middle it covers. */
function inReadingOrder(words: ReadWord[]): ReadWord[] {
  const lines: ReadWord[][] = []
  for (const word of [...words].sort((a, b) => a.y + a.height / 2 - (b.y + b.height / 2))) {
    const last = lines.at(-1)
    const first = last?.[0]
    const middle = word.y + word.height / 2
    if (last && first && middle < first.y + first.height) last.push(word)
    else lines.push([word])
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x - b.x))
}
