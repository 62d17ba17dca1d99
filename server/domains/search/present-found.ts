import type { FoundMeme } from '#contract/memes/search.ts'
import type { UserCard } from '#contract/people/users.ts'
import { fold } from '#contract/words.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { DetailsDeps } from '../memes/lists/details.ts'
import { withMemesAnd } from '../memes/lists/list-memes.ts'
import { findPeople, type PeopleSearch } from '../users/find-people.ts'
import { type PictureWord, selectPictureWordsAnd } from './queries.ts'
import type { SearchQuery } from './query/query.ts'
import { matchKindOf } from './rules.ts'
import type { Found } from './sources/found.ts'

/**
 * Sends candidates through the pipeline, and returns the memes that the viewer may see, with the places where they matched.
 * Matches by name also highlight the same words in the picture.
 * @param query for matches of words
 */
export async function presentFound(
  deps: DetailsDeps,
  viewer: Viewer,
  candidates: readonly Found[],
  query?: SearchQuery,
): Promise<FoundMeme[]> {
  return (await presentFoundAnd(deps, viewer, candidates, query)).memes
}

/**
 * `presentFound`, with people who match a search.
 * @param search read in the statement of the memes, if there are any
 */
export async function presentFoundAnd(
  deps: DetailsDeps,
  viewer: Viewer,
  candidates: readonly Found[],
  query?: SearchQuery,
  search?: PeopleSearch,
): Promise<{ memes: FoundMeme[]; people: UserCard[] }> {
  if (candidates.length === 0) return { memes: [], people: await findPeople(deps.db, search) }
  const byWords = candidates.filter(({ matched }) => !matched.includes('visual') && !matched.includes('meaning'))
  const ids = query && query.words.length > 0 ? byWords.map(({ id }) => id) : []
  const { shown, other } = await withMemesAnd(
    deps,
    viewer,
    'offered',
    candidates,
    selectPictureWordsAnd(ids, search?.row),
  )
  const memes = shown.map(({ meme, candidate }) => {
    const { id, score, matched, translation } = candidate
    const boxes = query ? boxesOf(query, other?.words?.[id] ?? [], translation?.words) : []
    return {
      ...meme,
      score,
      matched,
      matchKind: matchKindOf(candidate),
      ...(translation && { translatedFrom: translation.from }),
      ...(boxes.length > 0 && { boxes }),
    }
  })
  return { memes, people: other && search ? search.read(other) : [] }
}

/**
 * Returns the boxes of the words in a picture that match the query: as read, as typed among the alternative readings, or in
 * another language.
 */
function boxesOf(
  { words }: SearchQuery,
  read: PictureWord[],
  translated: readonly string[] = [],
): NonNullable<FoundMeme['boxes']> {
  const required = words.filter((word) => !word.isOptional)
  return read
    .filter(({ text, others = [] }) => {
      if (text === '') return false
      const folded = fold(text)
      if (translated.includes(folded)) return true
      return required.some(
        (word) => word.variants.has(folded) || others.some((other) => fold(other.text) === word.folded),
      )
    })
    .map(({ text, x, y, width, height }) => ({ text, x, y, width, height }))
}
