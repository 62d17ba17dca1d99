import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { notifyOfFollower } from '../notifications/notify.ts'
import { changeFollow } from './change-follow.ts'
import type { FollowChange } from './present.ts'
import { insertFollow } from './queries.ts'
import { queueFollowerNotice } from './queue-follower-notice.ts'

/**
 * Follows a person. Idempotent. Notifies the person, also by email unless they turned that off. Throws user.notFound,
 * follow.self.
 */
export async function followUser(
  deps: Pick<Deps, 'db' | 'jobs'>,
  viewer: Member,
  idOrName: string,
): Promise<FollowChange> {
  return changeFollow(deps, viewer, idOrName, async (tx, person) => {
    const isNew = await insertFollow(tx, { followerId: viewer.userId, followedId: person.id })
    if (isNew) await notifyOfFollower(tx, person.id, viewer.userId)
    if (isNew && person.email !== null && person.email_notifications)
      await queueFollowerNotice(deps, tx, { userId: person.id, followerId: viewer.userId })
  })
}
