import type { FoundMeme } from '#contract/memes/search.ts'
import type { UserCard } from '#contract/people/users.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findPeople } from '../../users/find-people.ts'
import { readOperators } from './operators.ts'
import { presentFound } from './present-found.ts'
import { type FoundPage, findPage, type RankDeps, type SearchInput } from './search-by-text.ts'

const PEOPLE_MAX = 12

export interface SearchPage extends Pick<FoundPage, 'hasNext' | 'nextCursor'> {
  memes: FoundMeme[]
}

/** Returns a page of memes; see `findPage`. */
export async function searchByText(deps: RankDeps, viewer: Viewer, input: SearchInput): Promise<SearchPage> {
  const { hasNext, nextCursor, ...found } = await findPage(deps, viewer, input)
  return { memes: await presentFound(deps.db, viewer, found), hasNext, nextCursor }
}

/** Returns a page of memes; the first page includes people whose names match. */
export async function searchWithPeople(
  deps: RankDeps,
  viewer: Viewer,
  input: SearchInput,
): Promise<SearchPage & { people?: UserCard[] }> {
  const [page, people] = await Promise.all([searchByText(deps, viewer, input), peopleOf(deps, viewer, input)])
  return { ...page, ...(people && { people }) }
}

/** Returns people whose names match, for the first page only. */
export async function peopleOf(deps: RankDeps, viewer: Viewer, input: SearchInput): Promise<UserCard[] | undefined> {
  const isFirst = input.lastId === undefined && input.lastScore === undefined
  return isFirst ? findPeople(deps, viewer, readOperators(input.q).text, PEOPLE_MAX) : undefined
}
