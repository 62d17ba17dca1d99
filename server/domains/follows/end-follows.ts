import type { Tx } from '#server/platform/db/db.ts'
import { deleteWaitingNotice } from './notice-queries.ts'
import { deleteFollow } from './queries.ts'

/** Ends the follows between two people, who must both be locked. Also removes them from each other's unsent follower emails. */
export async function endFollows(tx: Tx, a: string, b: string): Promise<void> {
  for (const [followerId, followedId] of [
    [a, b],
    [b, a],
  ] as const) {
    await deleteFollow(tx, { followerId, followedId })
    await deleteWaitingNotice(tx, { userId: followedId, followerId })
  }
}
