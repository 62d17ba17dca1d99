import { fold } from '#contract/words.ts'
import type { Box } from './boxes.ts'
import { BARE, CAPITALS } from './capital-classes.ts'
import { isKnownSyllable } from './known-syllables.ts'
import { isVietnameseSyllable } from './syllables.ts'

/** Of each letter the logarithm of how likely it is each of CAPITALS. */
export type Chances = Float32Array

/** One piece of ink in a word. */
export interface Slot extends Box {
  /** The letters that it can be: one, two that touch, or none; the likeliest way first, never without one. */
  ways: (readonly Chances[])[]
  /** Free space to the piece before, as a share of the letters' height. */
  gap: number
}

interface Spelling {
  text: string
  /** In letters. */
  length: number
  /** Sum of the logarithms of its letters' chances. */
  chance: number
  hasTone: boolean
}

/** What it costs, as a logarithm, to take a piece of ink for something else than it seems at first. */
const SECOND_WAY = 0.5
/** So many spellings are followed from letter to letter. */
const BEAM = 40
/** Of each letter so many classes, where no other reader says which letter it is. */
const CLASSES = 5
/** What it is worth, as a logarithm, that another reader read the same bare letters. */
const CONFIRMED = 3
/** What it is worth, as a logarithm, that a syllable is known to be in use. */
const KNOWN = 1
/** Spellings less likely than the likeliest by more than this, as a logarithm, are not worth keeping. */
const DOUBT_MAX = 4
/** So many spellings of one word are kept. */
const SPELLINGS_MAX = 4
/** Confidence in bare letters that no other reader read. */
const UNCONFIRMED_SHARE = 0.85

const VARIANTS = new Map<string, number[]>()
BARE.forEach((bare, index) => {
  if (bare !== '') VARIANTS.set(bare, [...(VARIANTS.get(bare) ?? []), index])
})
const HAS_TONE = CAPITALS.map((letter) => /[\u0300\u0301\u0303\u0309\u0323]/.test(letter.normalize('NFD')))
const IS_PLAIN = CAPITALS.map((letter) => /^[A-Z]$/.test(letter))

export interface Spelt {
  text: string
  /** 0 to 100: the geometric mean of its letters' chances. */
  confidence: number
  /** Another reader read the same bare letters. */
  isConfirmed: boolean
  /** How likely it is beside the likeliest spelling of these letters, which has 1. */
  share: number
}

/**
 * The likeliest Vietnamese syllables, the likeliest first; none where none is possible.
 * @param slots from left to right
 * @param read what other readers read at this place, bare letters
 */
export function spellSyllables(slots: readonly Slot[], read: ReadonlySet<string>): Spelt[] {
  const own = follow(slots, (chances) => likeliest(chances))
  const confirmed = [...read].flatMap((bare) => {
    const known = [...bare]
    const all = follow(slots, (_, at) => VARIANTS.get(known[at] ?? '') ?? [])
    return all.filter(({ length }) => length === known.length)
  })
  const worth = ({ text, chance }: Spelling) =>
    chance + (read.has(fold(text)) ? CONFIRMED : 0) + (isKnownSyllable(text) ? KNOWN : 0)
  const syllables = new Map(
    [...confirmed, ...own].filter(({ text }) => isVietnameseSyllable(text)).map((one) => [one.text, one]),
  )
  const ranked = [...syllables.values()].toSorted((a, b) => worth(b) - worth(a)).slice(0, SPELLINGS_MAX)
  const [best] = ranked
  if (!best) return []
  return ranked
    .map((one) => ({ one, doubt: worth(best) - worth(one) }))
    .filter(({ doubt }) => doubt <= DOUBT_MAX)
    .map(({ one, doubt }) => spelt(one, read, Math.exp(-doubt)))
}

/** The likeliest letters without marks, of a word in another language. */
export function spellPlainly(slots: readonly Slot[], read: ReadonlySet<string>): Spelt {
  const plain = CAPITALS.flatMap((_, index) => (IS_PLAIN[index] ? [index] : []))
  const asItSeems = slots.map((slot) => ({ ...slot, ways: slot.ways.slice(0, 1) }))
  const [best] = follow(asItSeems, (chances) => [
    plain.reduce((one, other) => ((chances[other] ?? 0) > (chances[one] ?? 0) ? other : one)),
  ])
  return spelt(best ?? { text: '', length: 0, chance: Number.NEGATIVE_INFINITY, hasTone: false }, read)
}

function spelt({ text, length, chance }: Spelling, read: ReadonlySet<string>, share = 1): Spelt {
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
