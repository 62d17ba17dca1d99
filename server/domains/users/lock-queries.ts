import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/**
 * Locks a member, their followers, the people they follow, and `others`, in id order, as changes of follows do. Call it
 * before any other lock of members in a transaction that calls `countFollowsOf`.
 */
export async function lockWithFollows(tx: Tx, userId: string, others: readonly string[] = []): Promise<void> {
  await sql`
    select from users where id in (
      select ${userId}::uuid union select unnest(${[...others]}::uuid[])
      union select followed_id from follows where follower_id = ${userId}
      union select follower_id from follows where followed_id = ${userId})
    order by id for no key update`.execute(tx)
}

/**
 * Locks the counters of a member's memes and of the memes that they acted on, in the order of likes. Call it before `lockUser`,
 * which lets new likes wait.
 */
export async function lockCountersOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    select from meme_stats where meme_id in (
      select id from memes where user_id = ${userId} union select meme_id from reactions where user_id = ${userId}
      union select meme_id from actions where user_id = ${userId})
    order by meme_id for update`.execute(tx)
}
