import { type Selectable, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { WEBHOOK_DELIVERIES_SHOWN } from '#contract/limits.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type WebhookRow = Selectable<Tables['webhooks']>
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

export const findWebhooks = (db: Db): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id').execute()

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()

export const lockWebhook = (tx: Tx, id: string): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the table against concurrent additions; returns the number of webhooks. */
export async function countWebhooksLocked(tx: Tx): Promise<number> {
  await sql`lock table webhooks in share row exclusive mode`.execute(tx)
  const { count } = await tx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertWebhook(
  tx: Tx,
  webhook: Pick<WebhookRow, 'id' | 'url' | 'events' | 'secret'>,
): Promise<WebhookRow> {
  return tx.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow()
}

export async function updateWebhook(
  tx: Tx,
  id: string,
  change: Partial<Omit<WebhookRow, 'id' | 'created_at'>>,
): Promise<WebhookRow> {
  return tx.updateTable('webhooks').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}

export const findDeliveries = (db: Db, webhookId: string): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(WEBHOOK_DELIVERIES_SHOWN)
    .execute()

export async function insertTestDelivery(tx: Tx, webhookId: string, event: string): Promise<void> {
  await tx.insertInto('webhook_deliveries').values({ webhook_id: webhookId, event }).execute()
}

/** Requeues a finished delivery; returns false if there is none, or if its meme no longer exists. */
export async function repeatDelivery(tx: Tx, webhookId: string, id: string, testEvent: string): Promise<boolean> {
  const changed = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: sql<Date>`now()`, problem: null, response_status: null })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .where((where) => where.or([where('meme_id', 'is not', null), where('event', '=', testEvent)]))
    .returning('id')
    .execute()
  return changed.length > 0
}

/** Returns webhooks with due deliveries. */
export async function findDueWebhooks(db: Db, now: Date): Promise<WebhookRow[]> {
  const found = await sql<WebhookRow>`
    select w.* from webhooks w where w.disabled_at is null and exists (
      select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= ${now})
    order by w.created_at`.execute(db)
  return found.rows
}

/** Counts the deliveries of enabled webhooks that wait, including those that wait for another attempt. */
export async function countWaiting(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.state = 'waiting' and w.disabled_at is null`.execute(db)
  return found.rows[0]?.count ?? 0
}

/**
 * Claims the oldest due delivery for one attempt. No other node attempts it before the lease expires, which covers a node that
 * dies. Returns undefined if nothing is due.
 */
export async function claimDelivery(
  tx: Tx,
  webhookId: string,
  now: Date,
  leaseUntil: Date,
): Promise<DeliveryRow | undefined> {
  const found = await sql<DeliveryRow>`
    update webhook_deliveries set attempts = attempts + 1, attempted_at = ${now}, next_at = ${leaseUntil}
    where id = (
      select id from webhook_deliveries where webhook_id = ${webhookId} and state = 'waiting' and next_at <= ${now}
      order by created_at, id limit 1 for update skip locked)
    returning *`.execute(tx)
  return found.rows[0]
}

/**
 * Records the result of an attempt, unless another node has claimed the delivery in the meantime. A finished delivery drops its
 * reference to a deleted meme.
 */
export async function recordAttempt(
  tx: Tx,
  delivery: Pick<DeliveryRow, 'id' | 'attempts'>,
  outcome: Pick<DeliveryRow, 'state' | 'response_status' | 'problem'> & { next_at?: Date },
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({
      ...outcome,
      ...(outcome.state === 'waiting'
        ? {}
        : { meme_id: sql<string | null>`(select m.id from memes m where m.id = webhook_deliveries.meme_id)` }),
    })
    .where('id', '=', delivery.id)
    .where('attempts', '=', delivery.attempts)
    .where('state', '=', 'waiting')
    .execute()
}

/** Fails all waiting deliveries of a disabled webhook. */
export async function failWaiting(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({
      state: 'failed',
      problem: 'disabled',
      meme_id: sql<string | null>`(select m.id from memes m where m.id = webhook_deliveries.meme_id)`,
    })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Sets or clears the time since which a webhook has been failing. */
export async function setFailingSince(tx: Tx, webhookId: string, since: Date | null): Promise<void> {
  const change = tx.updateTable('webhooks').where('id', '=', webhookId)
  if (since) await change.set({ failing_since: since }).where('failing_since', 'is', null).execute()
  else await change.set({ failing_since: null }).where('failing_since', 'is not', null).execute()
}

/**
 * Deletes finished deliveries that are too old, and all but the newest of each webhook; at most `limit`. Returns the number
 * deleted.
 */
export async function deleteOldDeliveries(tx: Tx, before: Date, retained: number, limit: number): Promise<number> {
  const gone = await sql`
    delete from webhook_deliveries where id in (
      select id from (
        select id, created_at, row_number() over (partition by webhook_id order by created_at desc, id desc) as place
        from webhook_deliveries where state <> 'waiting') d
      where created_at < ${before} or place > ${retained} limit ${limit})
    returning id`.execute(tx)
  return gone.rows.length
}

/** Returns all admins with their language, and their address if it is verified. */
export async function findAdmins(db: Db): Promise<{ id: string; email: string | null; language: Language }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at', 'content_language as language'])
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .execute()
  return rows.map(({ id, email, email_verified_at, language }) => ({
    id,
    email: email_verified_at ? email : null,
    language,
  }))
}
