import { fold } from '#contract/words.ts'
import { type Box, sharedSides } from './boxes.ts'
import type { PossibleWord } from './merge-readings.ts'
import { isVietnameseSyllable } from './syllables.ts'

const ALIKE_WIDTH = 0.6
/** Letters that are easily taken for each other by a reader of shapes, and so may differ. */
const DIFFERENT_MAX = 0.5
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/gu
/** What a fused word loses for not being read as it is by anybody. */
const FUSED_SHARE = 0.9

/**
 * Joins what is best of two readers letter by letter: the bare letters of one, the marks of the other. Where a round a was taken
 * for an o (`mò`) and the other reader has it bare (`ma`), the word is `mà`.
 * @param bare sure of letters, without marks
 * @param marked with marks, in the same places
 * @returns the words that come out and neither reader has
 */
export function fuseWords(bare: readonly PossibleWord[], marked: readonly PossibleWord[]): PossibleWord[] {
  return bare.flatMap((word) =>
    marked.flatMap((other) => {
      if (!isSamePlace(word, other) || fold(word.text) === fold(other.text)) return []
      const text = fuse(word.text, other.text)
      if (text === undefined) return []
      const confidence = Math.min(word.confidence, Math.max(other.confidence, 60)) * FUSED_SHARE
      return [{ ...word, text, confidence }]
    }),
  )
}

function isSamePlace(a: Box, b: Box): boolean {
  const { across } = sharedSides(a, b)
  return across > Math.max(a.width, b.width) * ALIKE_WIDTH
}

/** Undefined where the two are not one word, or no syllable comes out. */
function fuse(bare: string, marked: string): string | undefined {
  const [letters, others] = [[...bare.normalize('NFC')], [...marked.normalize('NFC')]]
  if (letters.length !== others.length) return undefined
  const different = letters.filter((letter, at) => fold(letter) !== fold(others[at] ?? ''))
  if (different.length === 0 || different.length > letters.length * DIFFERENT_MAX) return undefined
  const fused = letters.map((letter, at) => {
    const other = others[at] ?? ''
    if (fold(letter) === fold(other)) return other
    const tone = other.normalize('NFD').match(TONES)?.[0] ?? ''
    return (letter + tone).normalize('NFC')
  })
  const text = fused.join('')
  return isVietnameseSyllable(text) && text !== bare ? text : undefined
}
