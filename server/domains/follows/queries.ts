import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { NEWEST_FIRST, type NewestPeopleSource } from '../users/lists/people-source.ts'

export type FollowListKind = 'followers' | 'following'

export interface Pair {
  followerId: string
  followedId: string
}

/** Locks two people in id order, to avoid deadlocks. Returns those who exist. */
export async function lockPeople(
  tx: Tx,
  ids: readonly [string, string],
): Promise<
  Pick<Selectable<Tables['users']>, 'id' | 'email' | 'email_notifications' | 'suspended_at' | 'suspended_until'>[]
> {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'email_notifications', 'suspended_at', 'suspended_until'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Returns true if the follow is new. Takes its time under the lock, so that newer follows sort above older ones. */
export async function insertFollow(tx: Tx, { followerId, followedId }: Pair): Promise<boolean> {
  const added = await sql`
    insert into follows (follower_id, followed_id, created_at) values (${followerId}, ${followedId}, clock_timestamp())
    on conflict do nothing returning follower_id`.execute(tx)
  if (added.rows.length === 0) return false
  await addToCounts(tx, { followerId, followedId }, 1)
  return true
}

/** Returns true if there was a follow to end. */
export async function deleteFollow(tx: Tx, { followerId, followedId }: Pair): Promise<boolean> {
  const removed = await sql`
    delete from follows where follower_id = ${followerId} and followed_id = ${followedId} returning follower_id`.execute(
    tx,
  )
  if (removed.rows.length === 0) return false
  await addToCounts(tx, { followerId, followedId }, -1)
  return true
}

async function addToCounts(tx: Tx, { followerId, followedId }: Pair, by: 1 | -1): Promise<void> {
  await sql`
    update users set
      following_count = greatest(0, following_count + case when id = ${followerId} then ${by}::int else 0 end),
      followers_count = greatest(0, followers_count + case when id = ${followedId} then ${by}::int else 0 end)
    where id in (${followerId}, ${followedId})`.execute(tx)
}

export interface RelationshipRow {
  followed_at: Date | null
  is_followed_by: boolean
  followers_count: number
  following_count: number
}

/** Returns a member's relationship to a person, with the person's follower count and the member's following count. */
export async function readRelationship(
  db: Db,
  memberId: string,
  personId: string,
): Promise<RelationshipRow | undefined> {
  const found = await sql<RelationshipRow>`
    select f.created_at as followed_at, b.follower_id is not null as is_followed_by, p.followers_count, m.following_count
    from users p
    join users m on m.id = ${memberId}
    left join follows f on f.follower_id = m.id and f.followed_id = p.id
    left join follows b on b.follower_id = p.id and b.followed_id = m.id
    where p.id = ${personId}`.execute(db)
  return found.rows[0]
}

/** A person's followers, or the people they follow. Reads along follows_followers_newest and follows_following_newest. */
export function followSource(kind: FollowListKind, ownerId: string): NewestPeopleSource {
  const [owner, person] =
    kind === 'followers' ? [sql`followed_id`, sql`follower_id`] : [sql`follower_id`, sql`followed_id`]
  return {
    candidates: sql`select ${person} as person_id, created_at as at from follows where ${owner} = ${ownerId}`,
    order: NEWEST_FIRST,
  }
}
