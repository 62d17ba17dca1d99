import { type Box, sharedSides } from './boxes.ts'
import { fold } from './fold.ts'
import type { PossibleWord, ReadWord } from './merge-readings.ts'
import type { CapitalWord } from './read-capitals.ts'
import { type Slot, type SpelledWord, spellPlainly, spellSyllables } from './spell-capitals.ts'

const CONFIDENCE_MIN = 45
const PLAIN_CONFIDENCE_MIN = 65
const PLAIN_CHARS = 3
/** Number of the widest gaps that are tried as word breaks. */
const PARTINGS_MAX = 3

/**
 * Spells words letter by letter: Vietnamese syllables with their marks, other words without.
 * @param read other readings of the same ink; matching bare letters raise the confidence
 * @returns for each syllable its likeliest spelling, followed by its alternatives with the same box
 */
export function spellCapitals(words: readonly CapitalWord[], read: readonly ReadWord[]): PossibleWord[] {
  return words.flatMap((word) => {
    const { slots, isBroken, ...box } = word
    const bares = baresAt(box, read)
    const syllables = surely(spellSyllables(slots, bares), isBroken)
    if (syllables) return toWords(syllables, box)
    const plain = slots.length < PLAIN_CHARS ? undefined : spellPlainly(slots, bares)
    const isSure = plain && plain.confidence >= PLAIN_CONFIDENCE_MIN && (plain.isConfirmed || !isBroken)
    // Line-based OCR models the language; individual letters only confirm its reading or fill gaps in it.
    if (isSure && plain.isConfirmed) return toWords([plain], box)
    const parts = spellSplit(word, read)
    if (parts) return parts
    return isSure && !read.some((other) => touches(other, box)) ? toWords([plain], box) : []
  })
}

/** Returns undefined unless the best spelling is likely enough; a word with stains also needs another reading. */
function surely(spelt: SpelledWord[], isBroken: boolean): SpelledWord[] | undefined {
  const [first] = spelt
  return first && first.confidence >= CONFIDENCE_MIN && (first.isConfirmed || !isBroken) ? spelt : undefined
}

/** In tightly spaced typefaces, a word that is not a syllable may be two; splits it at the widest gap. */
function spellSplit({ slots, isBroken }: CapitalWord, read: readonly ReadWord[]): PossibleWord[] | undefined {
  const places = slots
    .map(({ gap }, at) => ({ gap, at }))
    .slice(1)
    .toSorted((a, b) => b.gap - a.gap)
    .slice(0, PARTINGS_MAX)
  for (const { at } of places) {
    const parts = [slots.slice(0, at), slots.slice(at)].map((part) => {
      const box = around(part)
      const spelt = surely(spellSyllables(part, baresAt(box, read)), isBroken)
      return spelt && toWords(spelt, box)
    })
    const [left, right] = parts
    if (left && right) return [...left, ...right]
  }
  return undefined
}

/** All alternatives have the confidence of the best one; their share gives their relative likelihood. */
const toWords = (spelt: SpelledWord[], box: Box): PossibleWord[] =>
  spelt.map(({ text, share }) => ({ text, share, confidence: spelt[0]?.confidence ?? 0, ...box }))

const baresAt = (box: Box, read: readonly ReadWord[]) =>
  new Set(read.filter((word) => isAt(word, box)).map(({ text }) => fold(lettersOf(text))))
const lettersOf = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '')

function around(slots: readonly Slot[]): Box {
  const x = Math.min(...slots.map((slot) => slot.x))
  const y = Math.min(...slots.map((slot) => slot.y))
  const right = Math.max(...slots.map((slot) => slot.x + slot.width))
  const bottom = Math.max(...slots.map((slot) => slot.y + slot.height))
  return { x, y, width: right - x, height: bottom - y }
}

function touches(word: Box, box: Box): boolean {
  const { across, down } = sharedSides(word, box)
  return across > 0 && down > Math.min(box.height, word.height) * 0.3
}

/** Returns true if two readings' boxes cover about the same word. */
function isAt(word: Box, box: Box): boolean {
  const { across, down } = sharedSides(word, box)
  return across > Math.max(box.width, word.width) * 0.6 && down > Math.min(box.height, word.height) * 0.3
}
