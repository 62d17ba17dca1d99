import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { listPeople, type ShownName } from '../users/lists/list-people.ts'
import type { PeopleSource } from '../users/lists/people-source.ts'

export interface Notice {
  userId: string
  followerId: string
}

/**
 * Queues the announcement of a follower. Returns false if they are already queued or were announced within `announcedWithinDays`.
 */
export async function insertNotice(
  tx: Tx,
  { userId, followerId }: Notice,
  announcedWithinDays: number,
): Promise<boolean> {
  const added = await sql`
    insert into follower_notices (user_id, follower_id) values (${userId}, ${followerId})
    on conflict (user_id, follower_id) do update set created_at = now(), announced_at = null
      where follower_notices.announced_at < now() - make_interval(days => ${announcedWithinDays})
    returning user_id`.execute(tx)
  return added.rows.length > 0
}

export async function deleteWaitingNotice(tx: Tx, { userId, followerId }: Notice): Promise<void> {
  await tx
    .deleteFrom('follower_notices')
    .where('user_id', '=', userId)
    .where('follower_id', '=', followerId)
    .where('announced_at', 'is', null)
    .execute()
}

export async function findLastMail(db: Db, userId: string): Promise<Date | null> {
  const row = await db.selectFrom('follower_mails').select('sent_at').where('user_id', '=', userId).executeTakeFirst()
  return row?.sent_at ?? null
}

export type Addressee = Pick<
  Selectable<Tables['users']>,
  'id' | 'username' | 'email' | 'email_notifications' | 'content_language' | 'followers_count'
>

/** Locks and returns the recipient, so that two runs of the same job cannot both send it. */
export async function lockAddressee(tx: Tx, userId: string): Promise<Addressee | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_notifications', 'content_language', 'followers_count'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Marks all pending followers as announced and returns the ones that the member may see, oldest first. */
export async function takeWaitingNotices(tx: Tx, userId: string): Promise<ShownName[]> {
  const taken = await sql<{ id: string; at: Date }>`
    update follower_notices set announced_at = now() where user_id = ${userId} and announced_at is null
    returning follower_id as id, created_at as at`.execute(tx)
  if (taken.rows.length === 0) return []
  const source: PeopleSource = {
    candidates: sql`select * from unnest(${taken.rows.map(({ id }) => id)}::uuid[], ${taken.rows.map(({ at }) => at)}::timestamptz[])
      n (person_id, at)`,
    order: sql`c.at, c.person_id`,
  }
  return listPeople(tx, { scope: 'notified', member: sql`${userId}::uuid` }, source, { limit: taken.rows.length })
}

export async function recordMailTime(tx: Tx, userId: string): Promise<void> {
  await sql`
    insert into follower_mails (user_id, sent_at) values (${userId}, now())
    on conflict (user_id) do update set sent_at = now()`.execute(tx)
}
