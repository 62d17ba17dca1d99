import { fold, wordsOf } from '#contract/words.ts'
import { isStopWord } from './stop-words.ts'

/** How a vocabulary word relates to a query word. */
export type VariantKind = 'same' | 'stem' | 'beginning' | 'misspelt'

export interface QueryWord {
  /** As typed, in lower case. */
  exact: string
  folded: string
  /** Whether it was typed with marks, which must then match. */
  isMarked: boolean
  /** Whether it is an optional stop word. */
  isOptional: boolean
  /** Matching folded words of the vocabulary, with the kind of match. */
  variants: ReadonlyMap<string, VariantKind>
}

export interface SearchQuery {
  words: QueryWord[]
  /** Quoted phrases, which must occur exactly. */
  phrases: string[][]
}

const WORDS_MAX = 12
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/gu

/** Parses a typed query into distinct words, at most 12. `withVariants` adds the variants. */
export function parseQuery(text: string): SearchQuery {
  const phrases = [...text.matchAll(QUOTED)]
    .map(([, quoted = '']) => wordsOf(quoted))
    .filter((words) => words.length > 0)
  const typed = [...new Set(wordsOf(text))].slice(0, WORDS_MAX)
  const isAllStopWords = typed.every(isStopWord)
  const quoted = new Set(phrases.flat())
  const words = typed.map((exact) => ({
    exact,
    folded: fold(exact),
    isMarked: fold(exact) !== exact,
    isOptional: !isAllStopWords && !quoted.has(exact) && isStopWord(exact),
    variants: new Map<string, VariantKind>([[fold(exact), 'same']]),
  }))
  return { words, phrases }
}

export function withVariants(query: SearchQuery, found: Map<string, Map<string, VariantKind>>): SearchQuery {
  const words = query.words.map((word) => ({
    ...word,
    variants: new Map<string, VariantKind>([...(found.get(word.folded) ?? []), [word.folded, 'same']]),
  }))
  return { ...query, words }
}
