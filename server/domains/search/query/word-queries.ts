import type { CandidateQuery } from './candidate-queries.ts'
import { quoteLexeme } from './lexeme.ts'
import { RARE_MAX } from './partial-matches.ts'
import type { SearchQuery, VariantKind } from './query.ts'

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
