import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { changeFollow } from './change-follow.ts'
import { deleteWaitingNotice } from './notice-queries.ts'
import type { FollowChange } from './present.ts'
import { deleteFollow } from './queries.ts'

/** Unfollows a person. Idempotent. Throws user.notFound, follow.self. */
export async function unfollowUser(deps: Pick<Deps, 'db'>, viewer: Member, idOrName: string): Promise<FollowChange> {
  return changeFollow(deps, viewer, idOrName, async (tx, person) => {
    const ended = await deleteFollow(tx, { followerId: viewer.userId, followedId: person.id })
    if (ended) await deleteWaitingNotice(tx, { userId: person.id, followerId: viewer.userId })
  })
}

/** Removes a follower from the caller. */
export async function removeFollower(deps: Pick<Deps, 'db'>, viewer: Member, idOrName: string): Promise<FollowChange> {
  return changeFollow(deps, viewer, idOrName, async (tx, person) => {
    const ended = await deleteFollow(tx, { followerId: person.id, followedId: viewer.userId })
    if (ended) await deleteWaitingNotice(tx, { userId: viewer.userId, followerId: person.id })
  })
}
