import { MEBIBYTE } from '#contract/limits.ts'
import type { SiteSettings } from '#contract/site/settings.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { readSettings } from '../settings/read-settings.ts'
import { lockUploader } from '../users/accounts.ts'
import { requireMemberRoom, requireSiteRoom } from './quota.ts'
import { memberUseOf, type Stored } from './quota-queries.ts'
import { countBytesSince, countUploadsSince } from './review-queries.ts'

const DAY_MS = 86_400_000

type Uploader = NonNullable<Awaited<ReturnType<typeof lockUploader>>>

/**
 * Returns true if the site's settings require a moderator to review this user's upload first. Locks the user, so that concurrent
 * uploads cannot exceed a limit together. Throws upload.dailyLimit at the daily number of uploads for the user's role, upload.dailyBytes
 * at the daily bytes that apply to all users, and upload.quotaMemes, upload.quotaBytes, or upload.siteFull if `added` exceeds a
 * quota.
 */
export async function checkUploader(tx: Tx, userId: string, added: Stored): Promise<boolean> {
  const settings = await readSettings(tx)
  const user = await lockUploader(tx, userId)
  if (!user || user.is_demo) return false
  const limit = uploadLimit(settings, user)
  if (limit > 0 && (await countUploadsSince(tx, userId, new Date(Date.now() - DAY_MS))) >= limit)
    throw new AppError('upload.dailyLimit', { params: { count: String(limit) } })
  const megabytes = user.role === 'admin' ? 0 : settings.megabytesPerDay
  if (megabytes > 0 && (await countBytesSince(tx, userId, new Date(Date.now() - DAY_MS))) >= megabytes * MEBIBYTE)
    throw new AppError('upload.dailyBytes', { params: { count: String(megabytes) } })
  requireMemberRoom(settings, memberUseOf(user), added)
  await requireSiteRoom(tx, settings, added)
  return isForReview(settings, user, new Date())
}

function uploadLimit(settings: SiteSettings, { role }: Pick<Uploader, 'role'>): number {
  if (role === 'admin') return 0
  return role === 'moderator' ? settings.uploadsPerDayModerator : settings.uploadsPerDayMember
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
