import { fold, wordsOf } from '#contract/words.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { countRecentTags, findWordsLike } from '../indexing/vocabulary-queries.ts'
import { readOperators } from './read-request.ts'
import { isStopWord } from './stop-words.ts'

const WORDS_MAX = 6
const TAGS_MAX = 8
const ASKED_MAX = 6
/** Skip shorter words: they resemble too many others. */
const ASKED_FROM_CHARS = 3

/**
 * For a search without results: returns similarly spelled words that occur in memes, nearest first, and the most used tags of
 * recent memes.
 */
export async function widen(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  typed: string,
): Promise<{ words: string[]; tags: string[] }> {
  const asked = [...new Set(wordsOf(readOperators(typed).text).map(fold))].filter(
    (word) => word.length >= ASKED_FROM_CHARS && !isStopWord(word),
  )
  const words = asked.length > 0 ? await findWordsLike(deps.db, viewer, asked.slice(0, ASKED_MAX), WORDS_MAX) : []
  return { words, tags: await countRecentTags(deps.db, viewer, TAGS_MAX) }
}
