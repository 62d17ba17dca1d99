import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { allowing } from '#server/platform/links/fetch-allowlist.ts'
import { bodyOf } from './body.ts'
import { notifyDisabled } from './notify-disabled.ts'
import {
  claimDelivery,
  type DeliveryRow,
  failWaiting,
  findDueWebhooks,
  findWebhook,
  lockWebhook,
  recordAttempt,
  setFailingSince,
  updateWebhook,
  type WebhookRow,
} from './queries.ts'
import { DISABLE_AFTER_MS, LEASE_MS, nextAttempt } from './rules.ts'
import { type Sent, send } from './send.ts'
import { signedHeaders } from './signature.ts'

export type DeliverDeps = Pick<Deps, 'config' | 'db' | 'caches' | 'jobs' | 'log'>

export interface DeliverOptions {
  now: () => Date
  signal: AbortSignal
  timeLimitMs?: number
}

/** After this many consecutive failures, deliveries to a receiver pause until the next run. */
const FAILURES_MAX = 5

/** Sends all due deliveries: webhooks in parallel, the deliveries of one webhook in sequence. */
export async function deliverDue(deps: DeliverDeps, options: DeliverOptions): Promise<void> {
  const due = await findDueWebhooks(deps.db, options.now())
  await Promise.all(due.map(({ id }) => deliverTo(deps, id, options)))
}

async function deliverTo(deps: DeliverDeps, webhookId: string, options: DeliverOptions): Promise<void> {
  let failures = 0
  while (!options.signal.aborted && failures < FAILURES_MAX) {
    const now = options.now()
    const webhook = await findWebhook(deps.db, webhookId)
    if (!webhook || webhook.disabled_at) return
    const leaseUntil = new Date(now.getTime() + LEASE_MS)
    const delivery = await withTransaction(deps.db, (tx) => claimDelivery(tx, webhookId, now, leaseUntil))
    if (!delivery) return
    const body = await bodyOf({ ...deps, publicUrl: deps.config.publicUrl }, delivery)
    if (!body) {
      const skipped = { state: 'skipped', response_status: null, problem: null } as const
      await withTransaction(deps.db, (tx) => recordAttempt(tx, delivery, skipped))
      continue
    }
    const text = JSON.stringify(body)
    const sent = await send(webhook.url, {
      headers: signedHeaders(secretsOf(webhook, now), delivery.id, now, text),
      body: text,
      isAllowed: allowing(deps.config.linkFetchAllowlist),
      ...(options.timeLimitMs === undefined ? {} : { timeLimitMs: options.timeLimitMs }),
    })
    failures = sent.problem ? failures + 1 : 0
    await record(deps, webhook, delivery, sent, now)
  }
}

const secretsOf = ({ secret, previous_secret, previous_until }: WebhookRow, now: Date): string[] =>
  previous_secret && previous_until && previous_until > now ? [secret, previous_secret] : [secret]

async function record(
  deps: DeliverDeps,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  { status, problem }: Sent,
  now: Date,
): Promise<void> {
  const next = problem === 'gone' ? null : nextAttempt(delivery.attempts, now)
  const outcome = { response_status: status, problem }
  await withTransaction(deps.db, async (tx) => {
    const current = await lockWebhook(tx, webhook.id)
    if (!current) return
    if (!problem) {
      await recordAttempt(tx, delivery, { ...outcome, state: 'delivered' })
      await setFailingSince(tx, webhook.id, null)
      return
    }
    await recordAttempt(
      tx,
      delivery,
      next ? { ...outcome, state: 'waiting', next_at: next } : { ...outcome, state: 'failed' },
    )
    await setFailingSince(tx, webhook.id, now)
    const failsForDays = current.failing_since && now.getTime() - current.failing_since.getTime() >= DISABLE_AFTER_MS
    if (current.disabled_at || !(problem === 'gone' || (!next && failsForDays))) return
    const because = problem === 'gone' ? 'gone' : 'failing'
    await updateWebhook(tx, webhook.id, { disabled_at: now, disabled_because: because })
    await failWaiting(tx, webhook.id)
    await notifyDisabled(deps, tx, { id: webhook.id, url: webhook.url, because })
    deps.log.warn({ webhook: webhook.id, because }, 'a webhook was disabled')
  })
}
