import { BARE, CAPITALS } from './capital-classes.ts'
import { foldMarks } from './fold-marks.ts'
import { isKnownSyllable } from './known-syllables.ts'
import { isVietnameseSyllable } from './syllables.ts'

/** Of each letter the logarithm of how likely it is each of CAPITALS. */
export type Chances = Float32Array

interface Spelling {
  text: string
  /** Sum of the logarithms of its letters' chances. */
  chance: number
  hasTone: boolean
}

/** So many spellings are followed from letter to letter. */
const BEAM = 40
/** Of each letter so many classes, where no other reader says which letter it is. */
const CLASSES = 5
/** What it is worth, as a logarithm, that another reader read the same bare letters. */
const CONFIRMED = 3
/** What it is worth, as a logarithm, that a syllable is known to be in use. */
const KNOWN = 2
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
}

/**
 * The likeliest Vietnamese syllable; undefined where none is possible.
 * @param letters their chances, from left to right
 * @param read what other readers read at this place, bare letters
 */
export function spellSyllable(letters: readonly Chances[], read: ReadonlySet<string>): Spelt | undefined {
  const own = follow(letters, (chances) => likeliest(chances))
  const confirmed = [...read].flatMap((bare) => {
    const known = [...bare]
    return known.length === letters.length ? follow(letters, (_, at) => VARIANTS.get(known[at] ?? '') ?? []) : []
  })
  const worth = ({ text, chance }: Spelling) =>
    chance + (read.has(foldMarks(text)) ? CONFIRMED : 0) + (isKnownSyllable(text) ? KNOWN : 0)
  const best = [...confirmed, ...own]
    .filter(({ text }) => isVietnameseSyllable(text))
    .reduce<Spelling | undefined>((one, other) => (one && worth(one) >= worth(other) ? one : other), undefined)
  return best && spelt(best, read)
}

/** The likeliest letters without marks, of a word in another language. */
export function spellPlainly(letters: readonly Chances[], read: ReadonlySet<string>): Spelt {
  const plain = CAPITALS.flatMap((_, index) => (IS_PLAIN[index] ? [index] : []))
  const [best] = follow(letters, (chances) => [
    plain.reduce((one, other) => ((chances[other] ?? 0) > (chances[one] ?? 0) ? other : one)),
  ])
  return spelt(best ?? { text: '', chance: Number.NEGATIVE_INFINITY, hasTone: false }, read)
}

function spelt({ text, chance }: Spelling, read: ReadonlySet<string>): Spelt {
  const isConfirmed = read.has(foldMarks(text))
  const mean = Math.exp(chance / Math.max(1, [...text].length))
  return { text, isConfirmed, confidence: 100 * mean * (isConfirmed ? 1 : UNCONFIRMED_SHARE) }
}

function follow(
  letters: readonly Chances[],
  classesOf: (chances: Chances, at: number) => readonly number[],
): Spelling[] {
  let spellings: Spelling[] = [{ text: '', chance: 0, hasTone: false }]
  letters.forEach((chances, at) => {
    const classes = classesOf(chances, at).filter((index) => CAPITALS[index] !== '')
    spellings = spellings
      .flatMap(({ text, chance, hasTone }) =>
        classes
          .filter((index) => !(hasTone && HAS_TONE[index]))
          .map((index) => ({
            text: text + (CAPITALS[index] ?? ''),
            chance: chance + (chances[index] ?? 0),
            hasTone: hasTone || (HAS_TONE[index] ?? false),
          })),
      )
      .sort((a, b) => b.chance - a.chance)
      .slice(0, BEAM)
  })
  return spellings
}

const likeliest = (chances: Chances) =>
  [...chances.keys()].sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0)).slice(0, CLASSES)
