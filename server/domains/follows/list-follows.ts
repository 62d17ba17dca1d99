import type { FollowUser } from '#contract/people/follows.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { getUser } from '../users/get-user.ts'
import { listNewestPeople } from '../users/lists/list-people.ts'
import { presentFollow } from './present.ts'
import { type FollowListKind, followSource } from './queries.ts'

export interface FollowPage {
  data: FollowUser[]
  hasNextPage: boolean
  nextCursor: string | null
  totalCount: number
}

/** Returns one page of a person's followers, or of the people they follow. Throws user.notFound, cursor.invalid. */
export async function listFollows(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  kind: FollowListKind,
  input: { id: string; limit: number; cursor?: string | undefined },
): Promise<FollowPage> {
  const owner = await getUser(deps, input.id, viewer)
  const { people, hasNext, nextCursor } = await listNewestPeople(
    deps,
    { viewer, scope: 'opened' },
    followSource(kind, owner.id),
    { ...input, name: [kind, owner.id] },
  )
  return {
    data: people.map(presentFollow),
    hasNextPage: hasNext,
    nextCursor,
    totalCount: kind === 'followers' ? owner.followers_count : owner.following_count,
  }
}
