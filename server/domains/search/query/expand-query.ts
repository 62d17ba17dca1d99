import { lengthOf } from '#contract/bounded.ts'
import type { Db } from '#server/platform/db/db.ts'
import { isOneOff } from '#server/platform/one-off.ts'
import type { CandidateQuery } from './candidate-queries.ts'
import { quoteLexeme } from './lexeme.ts'
import { RARE_MAX } from './partial-matches.ts'
import { parseQuery, type SearchQuery, type VariantKind, withVariants } from './query.ts'
import { createVocabulary } from './vocabulary.ts'

const LAST_WORD_BEGINNING_FROM_CHARS = 3
/**
 * Shorter words have too many similar words. They may have one wrong letter only together with other words, or if they are
 * unknown.
 */
const FREELY_MISSPELT_FROM_CHARS = 5
const MISSPELT_FROM_CHARS = 3
const TRIGRAMS_FROM_CHARS = 7
const VARIANTS_MAX = 40

/** A vocabulary that caches nothing. */
const ASKED_ANEW = createVocabulary(null)

/** Parses a query and finds matching words in the vocabulary. */
export async function expandQuery(db: Db, text: string, vocabulary = ASKED_ANEW): Promise<SearchQuery> {
  const query = parseQuery(text)
  if (query.words.length === 0) return query
  const asked = [...new Set(query.words.map(({ folded }) => folded))]
  const last = query.words.at(-1)?.folded ?? ''
  const beginning = last.length >= LAST_WORD_BEGINNING_FROM_CHARS ? [last] : []
  const near = asked.filter((word) => lengthOf(word) >= MISSPELT_FROM_CHARS)
  const variantsOf = await vocabulary.lookUp(db, { stem: asked, near, beginning })
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
    const far = isUnknown && lengthOf(word) >= TRIGRAMS_FROM_CHARS ? await vocabulary.byTrigrams(db, word) : []
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
  return isOneOff(asked, word)
}

/** Maximum memes per kind of match, so that thousands of captions do not crowd out matches in names. */
const BOUNDS = { named: 300, all: 600, wide: 300, most: 300, any: 150 }

/** First query: memes with all words, as typed or by stem. */
export function exactQueries(query: SearchQuery): CandidateQuery[] {
  const groups = requiredGroups(query, ['same', 'stem'])
  return [together('named', groups, BOUNDS.named), together('folded', groups, BOUNDS.all)]
}

/** Second query, if there are few results: memes with all words, including incomplete or misspelled ones. */
export function fuzzyQueries(query: SearchQuery): CandidateQuery[] {
  const strict = requiredGroups(query, ['same', 'stem'])
  const wide = requiredGroups(query, ['same', 'stem', 'beginning', 'misspelt'])
  return wide.flat().length === strict.flat().length ? [] : [together('folded', wide, BOUNDS.wide)]
}

/**
 * Last query: memes with all words but one, memes with any word (for long queries), and a few memes per word. The latter show
 * whether a word is rare: they include every meme with a rare word.
 */
export function partialQueries(query: SearchQuery): CandidateQuery[] {
  const groups = requiredGroups(query, ['same', 'stem', 'misspelt'])
  if (groups.length < 2) return []
  const each = requiredGroups(query, ['same', 'stem']).map((words) => together('folded', [words], RARE_MAX + 1))
  if (groups.length < MOST_IS_ALL_BUT_ONE_BELOW) {
    return groups.length === 2 ? each : [allButOneOf(groups), ...each]
  }
  return [allButOneOf(groups), together('folded', [groups.flat()], BOUNDS.any), ...each]
}

/** Below this number of words, "most words" means all but one. */
const MOST_IS_ALL_BUT_ONE_BELOW = 5

function allButOneOf(groups: string[][]): CandidateQuery {
  const queries = groups.map((_, left) => `(${allOf(groups.filter((__, index) => index !== left))})`)
  return { of: 'folded', query: queries.join(' | '), bound: BOUNDS.most }
}

function together(of: CandidateQuery['of'], groups: string[][], bound: number): CandidateQuery {
  return { of, query: allOf(groups), groups, bound }
}

/** Returns the variants of each required word of the query. */
function requiredGroups(query: SearchQuery, kinds: VariantKind[]): string[][] {
  return query.words
    .filter((word) => !word.isOptional)
    .map(({ variants }) => [...variants].filter(([, kind]) => kinds.includes(kind)).map(([lexeme]) => lexeme))
}

const allOf = (groups: string[][]) => groups.map((words) => `(${words.map(quoteLexeme).join(' | ')})`).join(' & ')
