import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'

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

export interface NewFollower {
  username: string
  displayName: string
}

/** Marks all pending followers as announced and returns them, oldest first. */
export async function takeWaitingNotices(tx: Tx, userId: string): Promise<NewFollower[]> {
  const taken = await sql<NewFollower>`
    with taken as (
      update follower_notices set announced_at = now() where user_id = ${userId} and announced_at is null
      returning follower_id, created_at
    )
    select u.username, u.display_name as "displayName" from taken t join users u on u.id = t.follower_id and u.suspended_at is null
      and u.id not in (select person_id from hidden_people where user_id = ${userId})
    order by t.created_at, u.id`.execute(tx)
  return taken.rows
}

export async function noteMail(tx: Tx, userId: string): Promise<void> {
  await sql`
    insert into follower_mails (user_id, sent_at) values (${userId}, now())
    on conflict (user_id) do update set sent_at = now()`.execute(tx)
}
