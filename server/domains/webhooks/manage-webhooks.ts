import { WEBHOOKS_MAX } from '#contract/limits.ts'
import { TEST_EVENT, type Webhook, type WebhookDelivery, type WebhookEvent } from '#contract/notifications/webhooks.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { allowing } from '#server/platform/links/fetch-allowlist.ts'
import { isForbiddenAddress } from '#server/platform/links/forbidden-address.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import type { Actor } from '../moderation/require-power.ts'
import { deliverWebhooksJob } from './jobs.ts'
import { presentDelivery, presentWebhook } from './present.ts'
import {
  countWebhooksLocked,
  deleteWebhook,
  failWaiting,
  findDeliveries,
  findWebhook,
  findWebhooks,
  insertTestDelivery,
  insertWebhook,
  lockWebhook,
  repeatDelivery,
  updateWebhook,
  type WebhookRow,
} from './queries.ts'
import { ROTATION_MS } from './rules.ts'
import { newSecret } from './signature.ts'

type WebhookDeps = Pick<Deps, 'config' | 'db' | 'jobs'>

export const listWebhooks = async ({ db }: Pick<Deps, 'db'>): Promise<Webhook[]> =>
  (await findWebhooks(db)).map((row) => presentWebhook(row))

/** Throws webhook.tooMany, webhook.addressForbidden. */
export async function createWebhook(
  deps: WebhookDeps,
  by: Actor,
  { url, events }: { url: string; events: WebhookEvent[] },
): Promise<Webhook & { secret: string }> {
  await refuseForbidden(deps, url)
  return withTransaction(deps.db, async (tx) => {
    if ((await countWebhooksLocked(tx)) >= WEBHOOKS_MAX) throw new AppError('webhook.tooMany')
    const row = await insertWebhook(tx, { id: newId(), url, events, secret: newSecret() })
    await note(tx, by, row, 'added')
    return { ...presentWebhook(row), secret: row.secret }
  })
}

/**
 * Throws webhook.notFound, webhook.addressForbidden. Enabling resets the failure state; deliveries that failed earlier are not
 * sent automatically.
 */
export async function changeWebhook(
  deps: WebhookDeps,
  by: Actor,
  id: string,
  input: { url?: string | undefined; events?: WebhookEvent[] | undefined; enabled?: boolean | undefined },
): Promise<Webhook> {
  const { url, events, enabled } = input
  if (url !== undefined) await refuseForbidden(deps, url)
  return withTransaction(deps.db, async (tx) => {
    const before = await requireLocked(tx, id)
    const isSwitched = enabled !== undefined && enabled !== (before.disabled_at === null)
    const row = await updateWebhook(tx, id, {
      url: url ?? before.url,
      events: events ?? before.events,
      ...(isSwitched
        ? {
            disabled_at: enabled ? null : new Date(),
            disabled_because: enabled ? null : 'admin',
            failing_since: null,
          }
        : {}),
    })
    if (isSwitched && !enabled) await failWaiting(tx, id)
    await note(tx, by, row, isSwitched ? (enabled ? 'enabled' : 'disabled') : 'changed')
    return presentWebhook(row)
  })
}

/** Throws webhook.notFound. */
export async function removeWebhook(deps: WebhookDeps, by: Actor, id: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const row = await requireLocked(tx, id)
    await deleteWebhook(tx, id)
    await note(tx, by, row, 'removed')
  })
}

/** Throws webhook.notFound. */
export async function rotateSecret(deps: WebhookDeps, by: Actor, id: string): Promise<Webhook & { secret: string }> {
  return withTransaction(deps.db, async (tx) => {
    const before = await requireLocked(tx, id)
    const row = await updateWebhook(tx, id, {
      secret: newSecret(),
      previous_secret: before.secret,
      previous_until: new Date(Date.now() + ROTATION_MS),
    })
    await note(tx, by, row, 'new secret')
    return { ...presentWebhook(row), secret: row.secret }
  })
}

/** Throws webhook.notFound, webhook.disabled. */
export async function sendTestEvent(deps: WebhookDeps, id: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    refuseDisabled(await requireLocked(tx, id))
    await insertTestDelivery(tx, id, TEST_EVENT)
    await deps.jobs.enqueue(tx, deliverWebhooksJob, {}, { key: 'now' })
  })
}

/** Throws webhook.notFound. */
export async function listDeliveries({ db }: Pick<Deps, 'db'>, id: string): Promise<WebhookDelivery[]> {
  if (!(await findWebhook(db, id))) throw new AppError('webhook.notFound')
  return (await findDeliveries(db, id)).map(presentDelivery)
}

/** Throws webhook.notFound, webhook.disabled, webhook.deliveryNotFound. */
export async function redeliver(deps: WebhookDeps, id: string, deliveryId: string): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    refuseDisabled(await requireLocked(tx, id))
    if (!(await repeatDelivery(tx, id, deliveryId, TEST_EVENT))) throw new AppError('webhook.deliveryNotFound')
    await deps.jobs.enqueue(tx, deliverWebhooksJob, {}, { key: 'now' })
  })
}

async function requireLocked(tx: Tx, id: string): Promise<WebhookRow> {
  const row = await lockWebhook(tx, id)
  if (!row) throw new AppError('webhook.notFound')
  return row
}

function refuseDisabled(row: WebhookRow): void {
  if (row.disabled_at) throw new AppError('webhook.disabled')
}

async function refuseForbidden({ config }: Pick<Deps, 'config'>, url: string): Promise<void> {
  if (await isForbiddenAddress(url, allowing(config.linkFetchAllowlist), { from: 'admin' }))
    throw new AppError('webhook.addressForbidden')
}

/** Logs only the host, because the path of an address often contains a password of its receiver. */
const note = (tx: Tx, by: Actor, { id, url }: WebhookRow, what: string) =>
  logAdmin(tx, by, {
    action: 'settings',
    targetKind: 'settings',
    targetId: id,
    reason: `webhook ${new URL(url).host}: ${what}`,
  })
