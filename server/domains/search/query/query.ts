import { lengthOf } from '#contract/bounded.ts'
import { fold, wordsOf } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import { isOneLetterOff } from '#server/platform/one-letter-off.ts'
import { isStopWord } from './stop-words.ts'
import { findByTrigrams, findVariants, type Likeness } from './variant-queries.ts'

/** Relation of a vocabulary word to a query word. */
export type VariantKind = 'same' | 'stem' | 'beginning' | 'misspelt'

export interface QueryWord {
  /** As typed, in lower case. */
  exact: string
  folded: string
  /** True if it was typed with marks, which must then match. */
  isMarked: boolean
  /** True if it is an optional stop word. */
  isOptional: boolean
  /** Matching folded words of the vocabulary, with the kind of match. */
  variants: ReadonlyMap<string, VariantKind>
}

export interface SearchQuery {
  words: QueryWord[]
  /** All words as typed, in lower case, with those that repeat. */
  typed: string
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
  const all = wordsOf(text)
  const distinct = [...new Set(all)].slice(0, WORDS_MAX)
  const isAllStopWords = distinct.every(isStopWord)
  const quoted = new Set(phrases.flat())
  const words = distinct.map((exact) => ({
    exact,
    folded: fold(exact),
    isMarked: fold(exact) !== exact,
    isOptional: !isAllStopWords && !quoted.has(exact) && isStopWord(exact),
    variants: new Map<string, VariantKind>([[fold(exact), 'same']]),
  }))
  return { words, typed: all.join(' '), phrases }
}

export function withVariants(query: SearchQuery, found: Map<string, Map<string, VariantKind>>): SearchQuery {
  const words = query.words.map((word) => ({
    ...word,
    variants: new Map<string, VariantKind>([...(found.get(word.folded) ?? []), [word.folded, 'same']]),
  }))
  return { ...query, words }
}

/** If marks were typed, a word without marks has none: people type all of them or none. */
export function withAllMarks(query: SearchQuery): SearchQuery {
  if (!query.words.some(({ isMarked }) => isMarked)) return query
  return { ...query, words: query.words.map((word) => ({ ...word, isMarked: true })) }
}

const LAST_WORD_BEGINNING_FROM_CHARS = 3
/**
 * Shorter words have too many similar words. They may have one wrong letter only together with other words, or if they are
 * unknown.
 */
const FREELY_MISSPELT_FROM_CHARS = 5
const MISSPELT_FROM_CHARS = 3
const TRIGRAMS_FROM_CHARS = 7
const VARIANTS_MAX = 40

/** Parses a query and finds matching words in the vocabulary. */
export async function expandQuery(db: Db, text: string): Promise<SearchQuery> {
  const query = parseQuery(text)
  if (query.words.length === 0) return query
  const asked = [...new Set(query.words.map(({ folded }) => folded))]
  const last = query.words.at(-1)?.folded ?? ''
  const beginning = last.length >= LAST_WORD_BEGINNING_FROM_CHARS ? [last] : []
  const near = asked.filter((word) => lengthOf(word) >= MISSPELT_FROM_CHARS)
  const rows = Map.groupBy(
    await findVariants(db, { stem: asked, near, beginning }),
    (row) => `${row.kind} ${row.asked}`,
  )
  const variantsOf = (kind: Likeness, word: string) => (rows.get(`${kind} ${word}`) ?? []).map((row) => row.word)
  const isAlone = query.words.filter((word) => !word.isOptional).length === 1
  const found = new Map<string, Map<string, VariantKind>>()
  for (const word of asked) {
    const stems = variantsOf('stem', word)
    const isClear = isAlone && stems.length > 0
    const misspelt = variantsOf('near', word)
      .filter((other) => mayMean(word, other, isClear))
      .toSorted()
    const beginnings = beginning.includes(word) ? variantsOf('beginning', word) : []
    // Allow two wrong letters in a long word only if nothing closer exists, since this reads much of the vocabulary.
    const isUnknown = stems.length + misspelt.length + beginnings.length === 0
    const far = isUnknown && lengthOf(word) >= TRIGRAMS_FROM_CHARS ? await findByTrigrams(db, word) : []
    const variants = new Map<string, VariantKind>()
    const add = (words: readonly string[], kind: VariantKind) => {
      for (const other of words) if (!variants.has(other) && variants.size < VARIANTS_MAX) variants.set(other, kind)
    }
    add(stems, 'stem')
    add(beginnings, 'beginning')
    add([...misspelt, ...far], 'misspelt')
    found.set(word, variants)
  }
  return withVariants(query, found)
}

function mayMean(asked: string, word: string, isClear: boolean): boolean {
  const length = lengthOf(asked)
  if (length < MISSPELT_FROM_CHARS || (isClear && length < FREELY_MISSPELT_FROM_CHARS)) return false
  return isOneLetterOff(asked, word)
}
