import type { UserCard } from '#contract/users.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/viewer.ts'
import { findPeople } from '../../users/find-people.ts'
import { readOperators } from './operators.ts'
import { type SearchInput, type SearchPage, searchByText } from './search-by-text.ts'

const PEOPLE_MAX = 12

/** A page of memes; the first comes with people whose names the search fits. */
export async function searchWithPeople(
  deps: Pick<Deps, 'db' | 'log' | 'meaning'>,
  viewer: Viewer,
  input: SearchInput,
): Promise<SearchPage & { people?: UserCard[] }> {
  const isFirst = input.lastId === undefined && input.lastScore === undefined
  const [page, people] = await Promise.all([
    searchByText(deps, viewer, input),
    isFirst ? findPeople(deps, viewer, readOperators(input.q).text, PEOPLE_MAX) : undefined,
  ])
  return { ...page, ...(people && { people }) }
}
