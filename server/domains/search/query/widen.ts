import { fold, wordsOf } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { countRecentTags, findWordsLike } from '../indexing/vocabulary-queries.ts'
import { shippedTable } from '../translation/table.ts'
import { findOccurringPhrases } from './correction-queries.ts'
import { readOperators } from './read-request.ts'
import { isStopWord } from './stop-words.ts'

const WORDS_MAX = 6
const TAGS_MAX = 8
const IDEAS_MAX = 3
const QUERIED_WORDS_MAX = 6
/** Skip shorter words: they resemble too many others. */
const QUERIED_FROM_CHARS = 3

/**
 * For a search without results: returns similarly spelled words and the nearest ideas that occur in memes, nearest first, and the
 * most used tags of recent memes.
 */
export async function widen(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  typed: string,
): Promise<{ words: string[]; ideas: string[]; tags: string[] }> {
  const exact = wordsOf(readOperators(typed).text)
  const asked = [...new Set(exact.map(fold))].filter((word) => word.length >= QUERIED_FROM_CHARS && !isStopWord(word))
  const words =
    asked.length > 0 ? await findWordsLike(deps.db, viewer, asked.slice(0, QUERIED_WORDS_MAX), WORDS_MAX) : []
  const ideas = await findIdeas(deps.db, viewer, exact)
  return { words, ideas, tags: await countRecentTags(deps.db, viewer, TAGS_MAX) }
}

/** Returns the nearest ideas that memes have, each as a search that finds these memes. */
async function findIdeas(db: Db, viewer: Viewer, typed: readonly string[]): Promise<string[]> {
  const near = shippedTable().ideasNear(typed.slice(0, QUERIED_WORDS_MAX))
  if (near.length === 0) return []
  const forms = near.flatMap(({ words }) => [...words.values()].flat())
  const occurring = await findOccurringPhrases(db, viewer, [...new Set(forms)])
  const texts = near.flatMap(({ words }) => {
    const own = words.get(viewer.language) ?? []
    const other = [...words].flatMap(([language, all]) => (language === viewer.language ? [] : all))
    const isFoundByOwn = other.some((form) => occurring.has(form))
    return own.find((form) => occurring.has(form)) ?? (isFoundByOwn ? (own[0] ?? other[0] ?? []) : [])
  })
  return [...new Set(texts)].filter((text) => text !== typed.join(' ')).slice(0, IDEAS_MAX)
}
