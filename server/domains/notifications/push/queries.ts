import { sql } from 'kysely'
import { PUSH_SUBSCRIPTIONS_MAX } from '#contract/limits.ts'
import type { PushTarget } from '#server/domains/notifications/push/send-push.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { isLiveSession } from '../../users/lists/live-sessions.ts'
import { hasContent } from '../queries.ts'
import { FAILURES_MAX, PUSHED_WITHIN_MINUTES, REPEATED_AFTER_MINUTES } from './rules.ts'

export async function hasSubscription(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns true if any of these members has a browser subscribed to pushes. */
export async function isAnySubscribed(db: Db, userIds: string[]): Promise<boolean> {
  const found = await sql<{ any: boolean }>`
    select exists (
      select from push_subscriptions p join sessions s on s.id = p.session_id and ${isLiveSession('s')}
      where p.user_id = any(${userIds}::uuid[])) as any`.execute(db)
  return found.rows[0]?.any === true
}

/**
 * Stores a session's subscription. The same browser may have belonged to another session before. Only the newest
 * PUSH_SUBSCRIPTIONS_MAX subscriptions of a member remain.
 */
export async function replaceSubscription(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  { endpoint, p256dh, auth }: PushTarget,
): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  await sql`
    delete from push_subscriptions where session_id = ${sessionId}::uuid
      or (endpoint = ${endpoint} and p256dh = ${p256dh} and auth = ${auth})`.execute(tx)
  await tx
    .insertInto('push_subscriptions')
    .values({ id: newId(), user_id: userId, session_id: sessionId, endpoint, p256dh, auth })
    .execute()
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc offset ${PUSH_SUBSCRIPTIONS_MAX})`.execute(
    tx,
  )
}

export async function deleteOfSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute()
}

/**
 * Claims up to `limit` notifications to push now: unread, from the last hour, and of a kind that the member receives by push.
 * Grouped notifications that changed since the last push are pushed again after 15 minutes. No other run claims the same ones.
 */
export async function claimDue(tx: Tx, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    with due as (
      select n.id from notifications n join users u on u.id = n.user_id
      where n.read_at is null and n.updated_at > now() - make_interval(mins => ${PUSHED_WITHIN_MINUTES})
        and (n.pushed_at is null
          or (n.updated_at > n.pushed_at and n.pushed_at < now() - make_interval(mins => ${REPEATED_AFTER_MINUTES})))
        and not (n.kind = any(u.pushes_off))
        and exists (
          select from push_subscriptions p join sessions s on s.id = p.session_id and ${isLiveSession('s')}
          where p.user_id = n.user_id)
        and ${hasContent(sql`n.user_id`)}
      order by n.updated_at limit ${limit} for update of n skip locked
    )
    update notifications n set pushed_at = clock_timestamp() from due where n.id = due.id returning n.id`.execute(tx)
  return found.rows.map(({ id }) => id)
}

export interface SubscriptionRow extends PushTarget {
  id: string
  user_id: string
}

/** Returns the subscribed browsers of members, except those of ended sessions. */
export async function findSubscriptions(db: Db, userIds: string[]): Promise<SubscriptionRow[]> {
  const found = await sql<SubscriptionRow>`
    select p.id, p.user_id, p.endpoint, p.p256dh, p.auth from push_subscriptions p
    join sessions s on s.id = p.session_id and ${isLiveSession('s')}
    where p.user_id = any(${userIds}::uuid[])`.execute(db)
  return found.rows
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Counts consecutive failures; deletes the subscription at the limit. */
export async function recordResult(tx: Tx, id: string, hasFailed: boolean): Promise<void> {
  await sql`
    update push_subscriptions set failures = ${hasFailed ? sql`failures + 1` : sql`0`}
    where id = ${id} ${hasFailed ? sql`` : sql`and failures > 0`}`.execute(tx)
  if (hasFailed) await sql`delete from push_subscriptions where id = ${id} and failures >= ${FAILURES_MAX}`.execute(tx)
}

/** Deletes the subscriptions of sessions that have ended. */
export async function deleteOfEndedSessions(tx: Tx): Promise<void> {
  await sql`
    delete from push_subscriptions p using sessions s
    where s.id = p.session_id and not ${isLiveSession('s')}`.execute(tx)
}
