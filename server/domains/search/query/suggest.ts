import type { Suggestion } from '#contract/memes/search.ts'
import { fold, wordsOf } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findPeople, searchPeople } from '../../users/find-people.ts'
import { findNamedLike, findTagsOfAliases } from '../queries.ts'
import { EMOJI } from '../translation/lexicon.ts'
import { shippedTable } from '../translation/table.ts'
import { usualTargets } from '../translation/translate.ts'
import { findKnownWords } from './variant-queries.ts'

const TYPED_FROM_CHARS = 2
const TAGS_MAX = 4
const PEOPLE_MAX = 3
const NAMES_MAX = 6

/**
 * Suggests tags and names that match the typed words, the last word as a prefix. Most used first, mixed with people by name; then
 * the typed words in another language, if memes have them.
 */
export async function suggest(deps: Pick<Deps, 'db'>, viewer: Viewer, typed: string): Promise<Suggestion[]> {
  const words = wordsOf(typed).map(fold)
  const last = words.at(-1)
  if (!last || words.join('').length < TYPED_FROM_CHARS) return []
  const [named, joined, people, translations] = await Promise.all([
    findNamedLike(deps.db, viewer, words),
    words.length === 1 ? findTagsOfAliases(deps.db, viewer, last, TAGS_MAX) : [],
    findPeople(deps.db, searchPeople(viewer, typed, PEOPLE_MAX)),
    suggestTranslations(deps.db, typed),
  ])
  const tags = named.flatMap(({ tags: own }) => own).filter((tag) => words.length === 1 && fold(tag).startsWith(last))
  const beginning = words.join(' ')
  const names = named.map(({ name }) => name.trim()).filter((name) => ` ${foldedWords(name)}`.includes(` ${beginning}`))
  return [
    ...[...new Set([...mostUsed(tags, TAGS_MAX), ...joined])]
      .slice(0, TAGS_MAX)
      .map((text): Suggestion => ({ kind: 'tag', text })),
    ...people.map(({ username, displayName, avatarUrl }) => ({
      kind: 'user' as const,
      text: username,
      displayName,
      avatarUrl,
    })),
    ...mostUsed(names, NAMES_MAX).map((text): Suggestion => ({ kind: 'name', text })),
    ...translations.map((text): Suggestion => ({ kind: 'name', text })),
  ]
}

/** Returns the usual translation of the typed words in each other language, if its words occur in memes. */
async function suggestTranslations(db: Db, typed: string): Promise<string[]> {
  const usual = usualTargets(shippedTable().targetsOf(wordsOf(typed).join(' '))).filter(
    ({ language }) => language !== EMOJI,
  )
  const known = await findKnownWords(db, [...new Set(usual.flatMap(({ words }) => words.map(fold)))])
  return usual.filter(({ words }) => words.every((word) => known.has(fold(word)))).map(({ words }) => words.join(' '))
}

const foldedWords = (text: string) => wordsOf(text).map(fold).join(' ')

/** Returns the most used texts. Texts that differ only in case or marks count as one, in the first spelling. */
function mostUsed(texts: string[], limit: number): string[] {
  const counts = new Map<string, { text: string; count: number }>()
  for (const text of texts) {
    const known = counts.get(fold(text))
    if (known) known.count += 1
    else counts.set(fold(text), { text, count: 1 })
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, limit)
    .map(({ text }) => text)
}
