import type { PushState, PushSubscriptionInput } from '#contract/notifications/push.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { allowing } from '#server/platform/links/fetch-allowlist.ts'
import { isForbiddenAddress } from '#server/platform/links/forbidden-address.ts'
import type { Member } from '#server/platform/viewer.ts'
import { readPushKeys } from './push-keys.ts'
import { deleteOfSession, hasSubscription, replaceSubscription } from './queries.ts'

export async function getPushState(deps: Pick<Deps, 'db'>, viewer: Member): Promise<PushState> {
  const keys = await readPushKeys(deps)
  return { publicKey: keys?.publicKey ?? null, isSubscribed: await hasSubscription(deps.db, viewer.sessionId) }
}

/** Subscribes this session's browser to notifications. Throws push.off, push.addressForbidden. */
export async function subscribePush(
  deps: Pick<Deps, 'db' | 'config'>,
  viewer: Member,
  target: PushSubscriptionInput,
): Promise<void> {
  if (!(await readPushKeys(deps))) throw new AppError('push.off')
  const isAllowed = allowing(deps.config.linkFetchAllowlist)
  // Host names are checked on resolution. Plain http is only for addresses that the operator allows.
  if (await isForbiddenAddress(target.endpoint, isAllowed, { from: 'member' }))
    throw new AppError('push.addressForbidden')
  const { userId, sessionId } = viewer
  await withTransaction(deps.db, (tx) => replaceSubscription(tx, { userId, sessionId }, target))
}

export const unsubscribePush = (deps: Pick<Deps, 'db'>, viewer: Member): Promise<void> =>
  withTransaction(deps.db, (tx) => deleteOfSession(tx, viewer.sessionId))
