import type { Tx } from '#server/platform/db/db.ts'
import { deleteWaitingNotice } from './notice-queries.ts'
import { deleteFollow } from './queries.ts'

/** Ends the follows between two people, both of whom are locked; neither is named in a mail that is not yet sent. */
export async function endFollows(tx: Tx, a: string, b: string): Promise<void> {
  for (const [followerId, followedId] of [
    [a, b],
    [b, a],
  ] as const) {
    await deleteFollow(tx, { followerId, followedId })
    await deleteWaitingNotice(tx, { userId: followedId, followerId })
  }
}
