import { type Box, sharedSides } from './boxes.ts'
import { fold } from './fold.ts'
import { isKnownSyllable } from './known-syllables.ts'
import { hasVietnameseMarks, isVietnameseSyllable } from './syllables.ts'

/** A word read in a picture, and its box. */
export interface ReadWord extends Box {
  text: string
  /** 0 to 100. */
  confidence: number
  /** The alternatives, most likely first; omitted when there are none. */
  others?: OtherReading[]
  /** Also read letter by letter, so the absence of a mark is reliable. */
  isSpelt?: boolean
}

/** An alternative to a word. */
export interface OtherReading {
  text: string
  /** 0 to 1; the word itself has the remaining probability. */
  chance: number
}

/** One candidate word of a reading at one position. */
export interface PossibleWord extends ReadWord {
  /** Likelihood relative to the best candidate, which has 1. */
  share?: number
}

/** The result of one pass over a picture. */
export interface Reading {
  words: PossibleWord[]
  /** True if the reading preserves Vietnamese marks. */
  preservesMarks: boolean
  /** Each letter was classified individually, with its marks. */
  isByLetters?: boolean
}

/** A word competing for its position. */
interface Candidate extends ReadWord {
  share: number
  /** Index of the reading it comes from. */
  reading: number
  preservesMarks: boolean
  isByLetters: boolean
}

/** Score added when another reading has exactly the same word, including marks. */
const VOTE_BONUS = 14
/** Score added when a word was read letter by letter. */
const LETTERS_BONUS = 25
/** Score added for a common syllable. */
const KNOWN_BONUS = 10
/** Score added for valid spelling when readings differ. */
const PLAUSIBLE_BONUS = 18
/** A score difference of this much makes a word e times as likely. Fitted to captions that differ in one tone (decision 37). */
const E_TIMES = 15
/** Minimum probability of alternatives. The limit is higher for other letters, which would make a meme match more words. */
const CHANCE_MIN = { sameLetters: 0.02, otherLetters: 0.05 }
const OTHERS_MAX = 4
const SAME_PLACE = 0.6
const CONFIDENCE_FLOOR = 30
/** Words of one or two characters are easily misread from grain. */
const SHORT_CONFIDENCE_FLOOR = 62
const SHORT_CHARS = 2
/** Boxes of the same word in two readings overlap by at least this share of the smaller one. */
const OVERLAP_FLOOR = 0.4

/**
 * Merges several readings of one picture: at each position the highest-scored word wins. Words with marks are preferred if
 * another reading confirms their bare letters, since a reading without Vietnamese drops marks.
 */
export function mergeReadings(readings: Reading[]): ReadWord[] {
  const words = readings
    .flatMap(({ words: read, preservesMarks, isByLetters = false }, reading) =>
      read.flatMap(cleaned).map((word) => ({ ...word, share: word.share ?? 1, reading, preservesMarks, isByLetters })),
    )
    .filter(isBelievable)
  const ranked = words.map((word) => ({ word, belief: beliefIn(word, words) })).sort((a, b) => b.belief - a.belief)
  const kept: Ranked[] = []
  for (const one of ranked) if (!kept.some((other) => overlap(one.word, other.word) >= OVERLAP_FLOOR)) kept.push(one)
  return inReadingOrder(kept.map((one) => withOthers(one, ranked)))
}

/** Joins the words of several frames; words repeated at the same position count once. */
export function joinFrames(frames: ReadWord[][]): ReadWord[] {
  const joined: ReadWord[] = []
  for (const words of frames) {
    const before = [...joined]
    const isNew = (word: ReadWord) =>
      !before.some((other) => fold(other.text) === fold(word.text) && overlap(other, word) >= OVERLAP_FLOOR)
    joined.push(...words.filter(isNew))
  }
  return joined
}

interface Ranked {
  word: Candidate
  belief: number
}

/** The alternatives at the same position, with probabilities. */
function withOthers({ word, belief }: Ranked, ranked: Ranked[]): ReadWord {
  const { text, confidence, x, y, width, height } = word
  const read: ReadWord = { text, confidence, x, y, width, height }
  const spelt = ranked.find((other) => other.word.isByLetters && isSamePlace(other.word, word))
  if (spelt && isSameText(spelt.word, word)) read.isSpelt = true
  const weights = new Map<string, number>()
  for (const other of ranked) {
    const key = other.word.text.toUpperCase()
    // Sorted by score, so earlier entries win.
    if (weights.has(key) || !isSamePlace(other.word, word)) continue
    weights.set(key, Math.exp((other.belief - belief) / E_TIMES))
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const others = [...weights]
    .map(([other, weight]) => ({ text: other, chance: weight / total }))
    .filter((other) => other.text !== text.toUpperCase() && other.chance >= chanceMin(other.text, text))
    .slice(0, OTHERS_MAX)
  return others.length > 0 ? { ...read, others } : read
}

const chanceMin = (other: string, text: string) =>
  fold(other) === fold(text) ? CHANCE_MIN.sameLetters : CHANCE_MIN.otherLetters

/** Returns true if two boxes have nearly the same size, so that both contain the same word and not a part of it. */
const isSamePlace = (a: ReadWord, b: ReadWord) =>
  overlap(a, b) >= SAME_PLACE && Math.min(a.width, b.width) > Math.max(a.width, b.width) * SAME_PLACE

const SIGNS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

function cleaned(word: PossibleWord): PossibleWord[] {
  const text = word.text.normalize('NFC').replace(SIGNS_AROUND, '')
  return text === '' ? [] : [{ ...word, text }]
}

function isBelievable(word: ReadWord): boolean {
  const isShort = [...word.text].length <= SHORT_CHARS && !isVietnameseSyllable(word.text)
  return word.confidence >= (isShort ? SHORT_CONFIDENCE_FLOOR : CONFIDENCE_FLOOR)
}

function beliefIn(word: Candidate, words: Candidate[]): number {
  const bare = fold(word.text)
  const isMarked = hasVietnameseMarks(word.text)
  const isSyllable = isVietnameseSyllable(word.text)
  const here = words.filter((other) => other.reading !== word.reading && overlap(word, other) > 0.3)
  const isConfirmed = here.some((other) => other.share === 1 && fold(other.text) === bare)
  const votes = here
    .filter((other) => other.preservesMarks && isSameText(other, word))
    .reduce((sum, { share }) => sum + share, 0)
  const isWordLike = /^(?:\p{L}+|\p{N}+)$/u.test(word.text)
  const length = Math.min(6, [...word.text].length)
  return (
    word.confidence +
    length * 2 +
    E_TIMES * Math.log(word.share) +
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

/** Sorts words line by line: a word belongs to the line that contains its vertical middle. */
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
