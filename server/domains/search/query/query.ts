import { fold, wordsOf } from '#contract/words.ts'
import { isStopWord } from './stop-words.ts'

/** How a word that occurs relates to the word that was asked for. */
export type VariantKind = 'same' | 'stem' | 'beginning' | 'misspelt'

export interface QueryWord {
  /** As typed, lower case. */
  exact: string
  folded: string
  /** Typed with marks: then the very marks count. */
  isMarked: boolean
  /** A stop word beside other words: it may be missing. */
  isOptional: boolean
  /** Folded words that occur and may be meant, with how. */
  variants: ReadonlyMap<string, VariantKind>
}

export interface SearchQuery {
  words: QueryWord[]
  /** Quoted: each must occur as it is, word by word. */
  phrases: string[][]
}

const WORDS_MAX = 12
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/gu

/** Reads what a person typed; each word once, 12 at most. Variants come from the words that occur, see withVariants. */
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
