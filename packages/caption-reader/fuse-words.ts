import { type Box, sharedSides } from './boxes.ts'
import { fold } from './fold.ts'
import type { PossibleWord } from './merge-readings.ts'
import { isVietnameseSyllable } from './syllables.ts'

const ALIKE_WIDTH = 0.6
/** Maximum share of letters that may differ, since similar shapes are easily confused. */
const DIFFERENT_MAX = 0.5
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/gu
/** Confidence factor for a fused word, because no reader read exactly that word. */
const FUSED_SHARE = 0.9

/**
 * Combines two readers letter by letter: the bare letters of one, the marks of the other. If a round a was misread as an o (`mò`)
 * and the other reader has it bare (`ma`), the word is `mà`. The other reader may have only a part of the word.
 * @param bare words with reliable letters but no marks
 * @param marked words with marks, at the same positions
 * @returns the resulting words that neither reader has
 */
export function fuseWords(bare: readonly PossibleWord[], marked: readonly PossibleWord[]): PossibleWord[] {
  return bare.flatMap((word) =>
    marked.flatMap((other) => {
      const text = (isSamePlace(word, other) ? fuse(word.text, other.text) : undefined) ?? fuseInto(word, other)
      if (text === undefined) return []
      const confidence = Math.min(word.confidence, Math.max(other.confidence, 60)) * FUSED_SHARE
      return [{ ...word, text, confidence }]
    }),
  )
}

/** Returns true if two boxes in a line belong to the same word. */
export function isSamePlace(a: Box, b: Box): boolean {
  const { across } = sharedSides(a, b)
  return across > Math.max(a.width, b.width) * ALIKE_WIDTH
}

/** Returns undefined if the two are not the same word or the result is no syllable. */
function fuse(bare: string, marked: string): string | undefined {
  if (fold(bare) === fold(marked)) return undefined
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

/** Maximum distance, in letters, of a part from its expected position in the word. */
const PART_AWAY = 1

/** If the other reader has only a part of the word, such as `Ớ` of `MOI`, replaces that part, including its marks. */
function fuseInto(word: PossibleWord, part: PossibleWord): string | undefined {
  const marked = part.text.normalize('NFC').replace(/[^\p{L}]/gu, '')
  const [letters, others] = [[...word.text.normalize('NFC')], [...marked]]
  if (others.length === 0 || others.length >= letters.length || fold(marked) === marked.toLowerCase()) return undefined
  const from = ((part.x - word.x) / word.width) * letters.length
  const at = letters.findIndex(
    (_, index) =>
      Math.abs(index - from) <= PART_AWAY &&
      fold(letters.slice(index, index + others.length).join('')) === fold(marked),
  )
  if (at < 0) return undefined
  const text = [...letters.slice(0, at), ...others, ...letters.slice(at + others.length)].join('')
  return isVietnameseSyllable(text) ? text : undefined
}
