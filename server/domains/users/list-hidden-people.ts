import type { HiddenPerson } from '#contract/people/blocks.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { type HideReason, hiddenSource } from './hidden-people-queries.ts'
import { listNewestPeople } from './lists/list-people.ts'
import { presentName } from './lists/present-person.ts'

export interface HiddenPeoplePage {
  data: HiddenPerson[]
  hasNextPage: boolean
  nextCursor: string | null
}

/** Returns the users that the caller blocked or muted, latest first. Throws cursor.invalid. */
export async function listHiddenPeople(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Member,
  reason: HideReason,
  input: { limit: number; cursor?: string | undefined },
): Promise<HiddenPeoplePage> {
  const { people, hasNext, nextCursor } = await listNewestPeople(
    deps,
    { viewer, scope: 'mine' },
    hiddenSource(viewer.userId, reason),
    { ...input, name: ['hidden', reason] },
  )
  const data = people.map((person) => ({ ...presentName(person), since: person.at.toISOString() }))
  return { data, hasNextPage: hasNext, nextCursor }
}
