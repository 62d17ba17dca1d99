import type { OwnQuota } from '#contract/moderation/admin.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { changeQuota, type QuotaChange } from '../memes/quota.ts'
import { findUser } from '../users/accounts.ts'
import { appendLog } from './queries.ts'
import { type Actor, requirePower } from './require-power.ts'

/**
 * Sets a member's own limits on memes and megabytes; null for the site's, 0 for none. Limits not given stay. Logs the old and new
 * ones. Throws user.notFound, and the errors of `requirePower`.
 */
export async function setMemberQuota(
  deps: Pick<Deps, 'db'>,
  by: Actor,
  idOrName: string,
  quota: QuotaChange,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const user = await findUser(tx, idOrName)
    if (!user) throw new AppError('user.notFound')
    await requirePower(tx, by, user.id, 'person')
    const before = { memes: user.quota_memes, megabytes: user.quota_megabytes }
    const after = await changeQuota(tx, user.id, before, quota)
    const reason = `${textOf(before)} → ${textOf(after)}`
    await appendLog(tx, [{ action: 'quota', targetKind: 'user', targetId: user.id, reason, actorId: by }])
  })
}

const textOf = ({ memes, megabytes }: OwnQuota) => `${megabytes ?? 'site'} MB, ${memes ?? 'site'} memes`
