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
 * for an o (`mò`) and the other reader has it bare (`ma`), the word is `mà`. The other reader may have only a part of the word.
 * @param bare sure of letters, without marks
 * @param marked with marks, in the same places
 * @returns the words that come out and neither reader has
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

/** Whether two readers' boxes of a line are about one word. */
export function isSamePlace(a: Box, b: Box): boolean {
  const { across } = sharedSides(a, b)
  return across > Math.max(a.width, b.width) * ALIKE_WIDTH
}

/** Undefined where the two are not one word, or no syllable comes out. */
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

/** How far, in letters, a part may stand from where it is in the word. */
const PART_AWAY = 1

/** Where the other reader has only a part of the word, such as `Ớ` of `MOI`, the part takes its marks. */
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
