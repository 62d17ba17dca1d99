import type { QueryWord, SearchQuery } from '../query/query.ts'
import { isStopWord } from '../query/stop-words.ts'
import { EMOJI, PHRASE_WORDS_MAX } from './lexicon.ts'
import type { Target, TranslationTable } from './table.ts'

/** A part of the typed words that a caption must have: the words themselves, or one of their translations. */
export interface Part {
  typed: QueryWord[]
  targets: readonly Target[]
}

const SHOWN_MAX = 6

/**
 * Splits the typed words into parts: the longest phrases of the lexicon first, then words. Filler words
 * are left out. Returns none if no part has a translation.
 */
export function translate(query: SearchQuery, table: TranslationTable): Part[] {
  // A quoted phrase must match exactly.
  if (query.phrases.length > 0) return []
  const { words } = query
  const parts: Part[] = []
  for (let at = 0; at < words.length; ) {
    const part = longestAt(words, at, table)
    parts.push(part)
    at += part.typed.length
  }
  if (parts.every(({ targets }) => targets.length === 0)) return []
  return parts.filter(({ typed, targets }) => targets.length > 0 || !typed.every((word) => isIdle(word, table)))
}

const isIdle = ({ exact, isOptional }: QueryWord, table: TranslationTable) => isOptional || table.isFiller(exact)

function longestAt(words: readonly QueryWord[], at: number, table: TranslationTable): Part {
  for (let length = Math.min(PHRASE_WORDS_MAX, words.length - at); length > 0; length -= 1) {
    const typed = words.slice(at, at + length)
    const form = typed.map(({ exact }) => exact).join(' ')
    const targets = length === 1 && isStopWord(form) ? [] : table.targetsOf(form)
    if (targets.length > 0) return { typed, targets }
  }
  return { typed: words.slice(at, at + 1), targets: [] }
}

/** The typed text of a part. */
export const typedText = ({ typed }: Part) => typed.map(({ exact }) => exact).join(' ')

/** Returns the usual translation in each language. */
export function usualTargets(targets: readonly Target[]): Target[] {
  const usual = new Map<string, Target>()
  for (const target of targets)
    if (!target.isIndirect && !usual.has(target.language)) usual.set(target.language, target)
  return [...usual.values()]
}

/** The words that the search page names, then the emoji. */
export function shownTargets(parts: readonly Part[]): string[] {
  const usual = parts.flatMap(({ targets }) => usualTargets(targets))
  const isEmoji = ({ language }: Target) => Number(language === EMOJI)
  const shown = usual.toSorted((a, b) => isEmoji(a) - isEmoji(b)).map(({ words }) => words.join(' '))
  return [...new Set(shown)].slice(0, SHOWN_MAX)
}
