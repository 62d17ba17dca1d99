import { type RawBuilder, sql } from 'kysely'
import type { NotificationDetail, NotificationKind } from '#contract/notifications/notifications.ts'
import { TOPICS } from '#server/platform/change-bus/topics.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { notifiableMemes } from '../memes/lists/visible-memes.ts'
import { isShownToEach } from '../users/lists/hidden-people.ts'
import { namedPeople } from '../users/lists/list-people.ts'
import { NEWEST_FIRST } from '../users/lists/people-source.ts'

/** Statements notify it of the ids of the members that they affect. */
export const NOTIFICATIONS_CHANNEL = TOPICS.notified.channel

export interface NewNotification {
  id: string
  userId: string
  kind: NotificationKind
  gatherKey: string
  memeId: string | null
  detail: NotificationDetail
  /** The people who acted; may be empty. Each counts once per key, even after the notification was read. */
  people: string[]
}

/**
 * Adds notifications, or updates the unread ones with the same keys. Skips kinds that the member switched off, but never
 * decisions of moderators. Excludes members themselves, hidden people, and people already named in an earlier notification with
 * the key. Each member and key may occur only once.
 */
export async function upsertNotifications(tx: Tx, given: NewNotification[]): Promise<void> {
  if (given.length === 0) return
  const rows = given.map(({ id, userId, kind, gatherKey, memeId, detail, people }) => {
    return { id, user_id: userId, kind, gather_key: gatherKey, meme_id: memeId, detail, people }
  })
  // Written in the same order in which markRead locks the rows.
  await sql`${prepared}
    with wanted as materialized (
      select g.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id uuid, user_id uuid, kind text, gather_key text, meme_id uuid, detail jsonb, people uuid[])
      join users u on u.id = g.user_id where g.kind = 'moderation' or not (g.kind = any(u.notifications_off))
    ), people as materialized (
      select w.user_id, w.gather_key, p.id from wanted w, unnest(w.people) p (id)
      where p.id <> w.user_id and ${isShownToEach('w.user_id', 'p.id', 'lists')}
        and not exists (select from notifications n join notification_people np on np.notification_id = n.id
          where n.user_id = w.user_id and n.gather_key = w.gather_key and np.person_id = p.id)
    ), made as (
      insert into notifications (id, user_id, kind, gather_key, meme_id, detail)
      select w.id, w.user_id, w.kind, w.gather_key, w.meme_id, w.detail from wanted w
      where cardinality(w.people) = 0 or exists (select from people p where p.user_id = w.user_id and p.gather_key = w.gather_key)
      order by w.user_id, w.gather_key
      on conflict (user_id, gather_key) where read_at is null do update
        set updated_at = clock_timestamp(), meme_id = excluded.meme_id, detail = excluded.detail
      returning id, user_id, gather_key
    ), named as (
      insert into notification_people (notification_id, person_id)
      select made.id, people.id from made join people using (user_id, gather_key)
      on conflict do nothing
    )
    select pg_notify(${NOTIFICATIONS_CHANNEL}, user_id::text) from (select distinct user_id from made) changed`.execute(
    tx,
  )
}

export const upsertNotification = (tx: Tx, one: NewNotification) => upsertNotifications(tx, [one])

const PEOPLE_SHOWN = 3

/** The people that the notification `n` names to the member with this id. */
const peopleOf = (userId: RawBuilder<unknown>) =>
  namedPeople(
    {
      candidates: sql`select np.person_id, np.at from notification_people np where np.notification_id = n.id`,
      order: NEWEST_FIRST,
    },
    { scope: 'notified', member: userId },
    PEOPLE_SHOWN,
  )

/** The memes that a saved search found while the notification `n` gathered them, as far as the member may see them. */
const foundFor = (userId: RawBuilder<unknown>) => sql`
  from saved_search_memes f join ${notifiableMemes(userId)} on m.id = f.meme_id
  where f.search_id = (n.detail ->> 'searchId')::uuid and f.found_at between n.created_at and n.updated_at`

/** The memes that a person posted while the notification `n` gathered them, as far as the member may see them. */
const postedFor = (userId: RawBuilder<unknown>) => sql`
  from notification_people np join ${notifiableMemes(userId)} on m.user_id = np.person_id
  where np.notification_id = n.id and m.created_at between (n.detail ->> 'since')::timestamptz and (n.detail ->> 'until')::timestamptz`

/** Releases up to 0.2.0 stored no times of posts. */
const hasTimes = sql`(n.kind = 'post' and n.detail ? 'since')`

/** True if a notification about people or memes still has any visible ones; other kinds always pass. */
export const hasContent = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(case when n.kind = 'search' then exists (select ${foundFor(userId)})
    when n.kind in ('follow', 'like', 'post')
      then ${peopleOf(userId).isAny} and (not ${hasTimes} or exists (select ${postedFor(userId)})) else true end)`

/** The details of the notification `n`; of found and posted memes, with their number. */
const detailOf = (userId: RawBuilder<unknown>) => sql<NotificationDetail>`
  case when n.kind = 'search' then n.detail || jsonb_build_object('count', (select count(*)::int ${foundFor(userId)}))
    when ${hasTimes} then n.detail || jsonb_build_object('count',
      least((n.detail ->> 'count')::int, (select count(*)::int ${postedFor(userId)})))
    else n.detail end`

interface NotifiedMeme {
  id: string
  name: string
  small: string
  sensitive: boolean
}

const memeOf = (userId: RawBuilder<unknown>) => sql<NotifiedMeme | null>`
  (select jsonb_build_object('id', m.id, 'name', m.name, 'small', m.blob_small, 'sensitive', m.sensitive)
    from ${notifiableMemes(userId)} where m.id = case when ${hasTimes}
      then (select m.id ${postedFor(userId)} order by m.created_at desc, m.id desc limit 1) else n.meme_id end)`

function notificationsFor(db: Db, userId: RawBuilder<unknown>) {
  const { count, latest } = peopleOf(userId)
  return db
    .selectFrom('notifications as n')
    .select(['n.id', 'n.user_id', 'n.kind', 'n.meme_id', 'n.created_at', 'n.updated_at', 'n.read_at'])
    .select(detailOf(userId).as('detail'))
    .select([count.as('people_count'), latest.as('people'), memeOf(userId).as('meme')])
    .orderBy('n.updated_at', 'desc')
    .orderBy('n.id', 'desc')
}

export type NotificationRow = Awaited<ReturnType<typeof findNotifications>>[number]

/** Returns one page, latest first, by the index notifications_newest. */
export async function findNotifications(
  db: Db,
  userId: string,
  page: { limit: number; after: { at: string; id: string } | null },
) {
  const { after } = page
  return notificationsFor(db, sql`${userId}::uuid`)
    .where('n.user_id', '=', userId)
    .where(hasContent(sql`${userId}::uuid`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(n.updated_at, n.id) < (${after?.at}::timestamptz(3), ${after?.id}::uuid)`),
    )
    .limit(page.limit)
    .execute()
}

/** Returns notifications as their members see them, with each member's language. */
export async function findNotificationsById(db: Db, ids: string[]) {
  return notificationsFor(db, sql`n.user_id`)
    .innerJoin('users as r', 'r.id', 'n.user_id')
    .select('r.content_language as language')
    .where(sql<boolean>`n.id = any(${ids}::uuid[])`)
    .execute()
}

const COUNTED = 100

/** Returns the number of unread notifications, at most a hundred. */
export async function countUnreadRows(db: Db, userId: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications n where n.user_id = ${userId} and n.read_at is null and ${hasContent(sql`${userId}::uuid`)} limit ${COUNTED}) n`.execute(
    db,
  )
  return found.rows[0]?.count ?? 0
}

/** Marks all notifications as read that are not newer than a time or than one of the member's notifications. */
export async function markRead(tx: Tx, userId: string, until: { time: string } | { id: string }): Promise<void> {
  const time =
    'time' in until
      ? sql`${until.time}::timestamptz`
      : sql`(select updated_at from notifications where id = ${until.id}::uuid and user_id = ${userId}::uuid)`
  await sql`
    with unread as materialized (
      select id from notifications where user_id = ${userId} and read_at is null and updated_at <= ${time}
      order by gather_key for no key update
    ), read as (
      update notifications set read_at = now() where id in (select id from unread) and read_at is null returning 1
    )
    select pg_notify(${NOTIFICATIONS_CHANNEL}, ${userId}) where exists (select from read)`.execute(tx)
}

/** Removes the notifications with a key, read or unread. */
export async function deleteByKey(tx: Tx, gatherKey: string): Promise<void> {
  await sql`
    with gone as (delete from notifications where gather_key = ${gatherKey} returning user_id)
    select pg_notify(${NOTIFICATIONS_CHANNEL}, user_id::text) from gone`.execute(tx)
}

/** Removes the names of two users from each other's notifications. */
export async function deleteNamesBetween(tx: Tx, a: string, b: string): Promise<void> {
  await sql`
    delete from notification_people np using notifications n
    where n.id = np.notification_id
      and ((n.user_id = ${a}::uuid and np.person_id = ${b}::uuid) or (n.user_id = ${b}::uuid and np.person_id = ${a}::uuid))`.execute(
    tx,
  )
}

/** Deletes the next notifications that are too old or beyond a member's limit; returns the number of deleted ones. */
export async function deleteOldNotifications(tx: Tx, before: Date, retained: number, limit: number): Promise<number> {
  const deleted = await sql`
    delete from notifications where id in (
      (select id from notifications where updated_at < ${before} limit ${limit})
      union all
      (select n.id from (select user_id from notifications group by user_id having count(*) > ${retained}) u,
        lateral (select id from notifications where user_id = u.user_id order by updated_at desc, id desc offset ${retained} limit ${limit}) n
        limit ${limit})
    ) returning id`.execute(tx)
  return deleted.rows.length
}
