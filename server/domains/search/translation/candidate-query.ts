import { fold } from '#contract/words.ts'
import type { CandidateQuery } from '../query/candidate-queries.ts'
import { quoteLexeme } from '../query/lexeme.ts'
import { inflections } from './inflections.ts'
import type { Target } from './table.ts'
import type { Part } from './translate.ts'

/**
 * Maximum memes. More are looked at than returned, because many different words fold alike: of the captions with `cho`, few have
 * `chó`.
 */
const BOUND = 300
const LOOKED_AT = 2000

/** Memes in which each part occurs, as typed or translated. */
export function translationQuery(parts: readonly Part[]): CandidateQuery {
  const groups: string[][] = []
  const alternatives = parts.map((part) => {
    const typed = part.typed.map(({ variants }) =>
      [...variants].filter(([, kind]) => kind === 'same' || kind === 'stem').map(([word]) => word),
    )
    const phrases = [typed, ...part.targets.map(lexemesOf)]
    // The longest word stands for its phrase: the group must bound the number of memes from above.
    groups.push([...new Set(phrases.flatMap(longestOf))])
    return `(${phrases.map(allOf).join(' | ')})`
  })
  return {
    of: 'folded',
    query: alternatives.join(' & '),
    groups,
    bound: LOOKED_AT,
    containing: { texts: textsOf(parts), bound: BOUND },
  }
}

/** The folded words that may stand for each word of a translation. */
const lexemesOf = ({ language, words }: Target): string[][] =>
  words.map((word) => (language === 'en' ? inflections(word) : [fold(word)]))

const longestOf = (phrase: string[][]) =>
  phrase.reduce((one, other) => ((other[0]?.length ?? 0) > (one[0]?.length ?? 0) ? other : one), [])
const allOf = (phrase: string[][]) =>
  `(${phrase.map((words) => `(${words.map(quoteLexeme).join(' | ')})`).join(' & ')})`

/** The exact texts of which a meme must contain one, with or without marks. */
function textsOf(parts: readonly Part[]): string[] {
  const texts = parts.flatMap(({ targets }) =>
    targets.flatMap(({ words, isClear }) => {
      const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '')
      const start = longest.replace(/[ey]$/, '')
      return isClear ? [start, fold(start)] : [start]
    }),
  )
  return [...new Set(texts)]
}
