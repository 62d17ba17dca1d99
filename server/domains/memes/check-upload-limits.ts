import type { SiteSettings } from '#contract/site/settings.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { readSettings } from '../settings/read-settings.ts'
import { lockUploader } from '../users/accounts.ts'
import { requireDailyRoom } from './daily-limits.ts'
import { requireMemberRoom, requireSiteRoom } from './quota.ts'
import { memberUseOf, type Stored } from './quota-queries.ts'

const DAY_MS = 86_400_000

type Uploader = NonNullable<Awaited<ReturnType<typeof lockUploader>>>

/**
 * Returns true if the site's settings require a moderator to review this user's upload first. Locks the user, so that concurrent
 * uploads cannot exceed a limit together. Throws auth.tokenInvalid if the user was deleted, the errors of `requireDailyRoom`, and
 * upload.quotaMemes, upload.quotaBytes, or upload.siteFull if `added` exceeds a quota.
 */
export async function checkUploader(tx: Tx, userId: string, added: Stored): Promise<boolean> {
  // A change of the settings applies to uploads under way.
  const settings = await readSettings(tx)
  const user = await lockUploader(tx, userId)
  if (!user) throw new AppError('auth.tokenInvalid')
  if (user.is_demo) return false
  await requireDailyRoom(tx, settings, user)
  requireMemberRoom(settings, memberUseOf(user), added)
  await requireSiteRoom(tx, settings, added)
  return isForReview(settings, user, new Date())
}

/** New members have few public memes or a young account. */
export function isForReview(
  settings: Pick<SiteSettings, 'review' | 'reviewFirstMemes' | 'reviewYoungerThanDays'>,
  user: Pick<Uploader, 'role' | 'memes_count' | 'created_at'>,
  now: Date,
): boolean {
  if (!settings.review || user.role !== 'member') return false
  const ageDays = (now.getTime() - user.created_at.getTime()) / DAY_MS
  return user.memes_count < settings.reviewFirstMemes || ageDays < settings.reviewYoungerThanDays
}
