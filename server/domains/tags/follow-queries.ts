import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'

/** Locks the member's row, so that parallel requests respect the limit. */
export async function lockFollower(tx: Tx, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
}

/** Returns false if the member already follows `max` other tags, without aliases, which their list does not show. */
export async function insertFollow(tx: Tx, userId: string, tag: string, max: number): Promise<boolean> {
  const found = await sql<{ others: number }>`
    select count(*)::int as others from tag_follows where user_id = ${userId} and tag <> ${tag}
      and not exists (select from tag_aliases a where a.alias = tag_follows.tag)`.execute(tx)
  if ((found.rows[0]?.others ?? 0) >= max) return false
  await tx
    .insertInto('tag_follows')
    .values({ user_id: userId, tag })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Ends following a tag and its aliases. */
export async function deleteFollow(tx: Tx, userId: string, tag: string): Promise<void> {
  await sql`
    delete from tag_follows where user_id = ${userId}
      and (tag = ${tag} or tag in (select alias from tag_aliases where tag_aliases.tag = ${tag}))`.execute(tx)
}

export async function findFollowedTags(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tag_follows')
    .select('tag')
    .where('user_id', '=', userId)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('tag_aliases').select('alias').whereRef('alias', '=', 'tag_follows.tag')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('tag')
    .execute()
  return rows.map(({ tag }) => tag)
}

export async function isFollowed(db: Db, userId: string, tag: string): Promise<boolean> {
  const row = await db
    .selectFrom('tag_follows')
    .select('tag')
    .where('user_id', '=', userId)
    .where('tag', '=', tag)
    .executeTakeFirst()
  return row !== undefined
}
