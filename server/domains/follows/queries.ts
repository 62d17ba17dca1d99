import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { isPersonShown } from '#server/platform/db/viewer-filter-queries.ts'
import type { Viewer } from '#server/platform/viewer.ts'

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

export interface ListedPerson {
  id: string
  username: string
  display_name: string
  bio: string
  avatar_small: string | null
  followers_count: number
  created_at: Date
  is_following: boolean
  is_followed_by: boolean
}

/**
 * Returns one page, newest first, without suspended members and people hidden from the viewer, with the viewer's relationship to
 * each, in one query. Uses indexes follows_followers_newest and follows_following_newest.
 */
export async function findListed(
  db: Db,
  list: { kind: FollowListKind; ownerId: string; viewer: Viewer },
  page: { limit: number; after: { at: string; id: string } | null },
): Promise<ListedPerson[]> {
  const [ownerColumn, personColumn] =
    list.kind === 'followers' ? ['l.followed_id', 'l.follower_id'] : ['l.follower_id', 'l.followed_id']
  const [owner, person] = [sql.ref(ownerColumn), sql.ref(personColumn)]
  const after = page.after
    ? sql`and (l.created_at, ${person}) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql``
  const found = await sql<ListedPerson>`
    select u.id, u.username, u.display_name, u.bio, u.avatar_small, u.followers_count, l.created_at, ${standing(list.viewer.kind === 'member' ? list.viewer.userId : null)}
    from (
      select l.created_at, ${person} as person_id from follows l
      where ${owner} = ${list.ownerId} and (select p.suspended_at is null from users p where p.id = ${person})
        and ${isPersonShown(list.viewer, personColumn, 'everywhere')} ${after}
      order by l.created_at desc, ${person} desc limit ${page.limit}
    ) l
    join users u on u.id = l.person_id
    order by l.created_at desc, u.id desc`.execute(db)
  return found.rows
}

function standing(readerId: string | null): RawBuilder<unknown> {
  if (readerId === null) return sql`false as is_following, false as is_followed_by`
  return sql`
    exists (select from follows f where f.follower_id = ${readerId} and f.followed_id = u.id) as is_following,
    exists (select from follows b where b.followed_id = ${readerId} and b.follower_id = u.id) as is_followed_by`
}
