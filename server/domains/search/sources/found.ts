import type { FoundMeme } from '#contract/memes/search.ts'
import type { Candidate } from '../../memes/lists/list-memes.ts'

/** A candidate of a search: the score is its sort key, `matched` lists the matching parts. */
export interface Found extends Candidate {
  score: number
  matched: FoundMeme['matched']
  /** For matches by translation: the typed text, and the folded words that matched. */
  translation?: { from: string; words: readonly string[] }
  /** For matches of all words: true if none is misspelled and the typed marks occur. */
  isAsTyped?: boolean
}

/** Orders candidates by score, then newest first; an id begins with its creation time. */
export const bestFirst = (a: Found, b: Found) => b.score - a.score || (a.id < b.id ? 1 : -1)
export const newestFirst = (a: Found, b: Found) => (a.id < b.id ? 1 : -1)
