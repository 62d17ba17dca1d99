import type { Box } from './boxes.ts'
import { BARE, CAPITALS } from './capital-classes.ts'
import { fold } from './fold.ts'
import { isKnownSyllable } from './known-syllables.ts'
import { isVietnameseSyllable, placeTone } from './syllables.ts'

/** For each letter, the log probability of each of CAPITALS. */
export type Chances = Float32Array

/** A piece of ink to read. */
export interface Slot extends Box {
  /** Possible readings: one letter, two touching letters, or none; most likely first, never empty. */
  ways: (readonly Chances[])[]
  /** Free space to the previous piece, as a share of the letter height. */
  gap: number
}

interface Spelling {
  text: string
  /** Length in letters. */
  length: number
  /** Sum of the log probabilities of its letters. */
  chance: number
  hasTone: boolean
}

/** Log cost of not choosing the most likely reading of a piece. */
const SECOND_WAY = 0.5
/** Beam width: spellings retained from letter to letter. */
const BEAM = 40
/** Classes considered per letter when no other reading names the letter. */
const CLASSES = 5
/** Log bonus when another reading has the same bare letters. */
const CONFIRMED = 3
/** Log bonus for a common syllable. */
const KNOWN = 1
/** Spellings with a log probability lower than the best by more than this are dropped. */
const DOUBT_MAX = 4
/** Maximum number of spellings per word. */
const SPELLINGS_MAX = 4
/** Confidence factor for bare letters that no other reading confirms. */
const UNCONFIRMED_SHARE = 0.85

const VARIANTS = new Map<string, number[]>()
BARE.forEach((bare, index) => {
  if (bare !== '') VARIANTS.set(bare, [...(VARIANTS.get(bare) ?? []), index])
})
const HAS_TONE = CAPITALS.map((letter) => /[\u0300\u0301\u0303\u0309\u0323]/.test(letter.normalize('NFD')))
const IS_PLAIN = CAPITALS.map((letter) => /^[A-Z]$/.test(letter))

export interface SpelledWord {
  text: string
  /** 0 to 100: the geometric mean of its letters' probabilities. */
  confidence: number
  /** True if another reading has the same bare letters. */
  isConfirmed: boolean
  /** Likelihood relative to the best spelling, which has 1. */
  share: number
}

/**
 * The likeliest Vietnamese syllables, best first; empty if none is possible.
 * @param slots from left to right
 * @param read bare letters that other readings have at this position
 */
export function spellSyllables(slots: readonly Slot[], read: ReadonlySet<string>): SpelledWord[] {
  const own = follow(slots, (chances) => likeliest(chances))
  const confirmed = [...read].flatMap((bare) => {
    const known = [...bare]
    const all = follow(slots, (_, at) => VARIANTS.get(known[at] ?? '') ?? [])
    return all.filter(({ length }) => length === known.length)
  })
  const worth = ({ text, chance }: Spelling) =>
    chance + (read.has(fold(text)) ? CONFIRMED : 0) + (isKnownSyllable(text) ? KNOWN : 0)
  const syllables = new Map(
    [...confirmed, ...own]
      .filter(({ text }) => isVietnameseSyllable(text))
      .map((one) => ({ ...one, text: placeTone(one.text) }))
      // The likeliest of the same text replaces the others.
      .toSorted((a, b) => a.chance - b.chance)
      .map((one) => [one.text, one]),
  )
  const ranked = [...syllables.values()].toSorted((a, b) => worth(b) - worth(a)).slice(0, SPELLINGS_MAX)
  const [best] = ranked
  if (!best) return []
  return ranked
    .map((one) => ({ one, doubt: worth(best) - worth(one) }))
    .filter(({ doubt }) => doubt <= DOUBT_MAX)
    .map(({ one, doubt }) => spelt(one, read, Math.exp(-doubt)))
}

/** The likeliest letters without marks, for a word in another language. */
export function spellPlainly(slots: readonly Slot[], read: ReadonlySet<string>): SpelledWord {
  const plain = CAPITALS.flatMap((_, index) => (IS_PLAIN[index] ? [index] : []))
  const asItSeems = slots.map((slot) => ({ ...slot, ways: slot.ways.slice(0, 1) }))
  const [best] = follow(asItSeems, (chances) => [
    plain.reduce((one, other) => ((chances[other] ?? 0) > (chances[one] ?? 0) ? other : one)),
  ])
  return spelt(best ?? { text: '', length: 0, chance: Number.NEGATIVE_INFINITY, hasTone: false }, read)
}

function spelt({ text, length, chance }: Spelling, read: ReadonlySet<string>, share = 1): SpelledWord {
  const isConfirmed = read.has(fold(text))
  const mean = Math.exp(chance / Math.max(1, length))
  return { text, isConfirmed, share, confidence: 100 * mean * (isConfirmed ? 1 : UNCONFIRMED_SHARE) }
}

type ClassesOf = (chances: Chances, at: number) => readonly number[]

function follow(slots: readonly Slot[], classesOf: ClassesOf): Spelling[] {
  let spellings: Spelling[] = [{ text: '', length: 0, chance: 0, hasTone: false }]
  for (const { ways } of slots) {
    const longer = ways.flatMap((way, nth) => {
      const cost = nth === 0 ? 0 : SECOND_WAY
      return way
        .reduce((all, chances) => withLetter(all, chances, classesOf), spellings)
        .map((one) => ({ ...one, chance: one.chance - cost }))
    })
    spellings = likeliestOf(longer)
  }
  return spellings
}

function withLetter(spellings: readonly Spelling[], chances: Chances, classesOf: ClassesOf): Spelling[] {
  const longer = spellings.flatMap(({ text, length, chance, hasTone }) =>
    classesOf(chances, length)
      .filter((index) => CAPITALS[index] !== '' && !(hasTone && HAS_TONE[index]))
      .map((index) => ({
        text: text + (CAPITALS[index] ?? ''),
        length: length + 1,
        chance: chance + (chances[index] ?? 0),
        hasTone: hasTone || (HAS_TONE[index] ?? false),
      })),
  )
  return likeliestOf(longer)
}

const likeliestOf = (spellings: Spelling[]) => spellings.sort((a, b) => b.chance - a.chance).slice(0, BEAM)

const likeliest = (chances: Chances) =>
  [...chances.keys()].sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0)).slice(0, CLASSES)
