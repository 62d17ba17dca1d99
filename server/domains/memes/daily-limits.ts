import { MEBIBYTE } from '#contract/limits.ts'
import type { Role } from '#contract/people/roles.ts'
import type { SiteSettings } from '#contract/site/settings.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { readSettings } from '../settings/read-settings.ts'
import { countBytesSince, countUploadsSince } from './review-queries.ts'

const DAY_MS = 86_400_000

/** The daily limits of a role under the error code of each; 0 for none. */
function dailyLimits(settings: SiteSettings, role: Role) {
  const { uploadsPerDayMember, uploadsPerDayModerator, megabytesPerDay } = settings
  if (role === 'admin') return { 'upload.dailyLimit': 0, 'upload.dailyBytes': 0 }
  return {
    'upload.dailyLimit': role === 'moderator' ? uploadsPerDayModerator : uploadsPerDayMember,
    'upload.dailyBytes': megabytesPerDay,
  }
}

export const getDailyLimits = async (db: Db, role: Role) => dailyLimits(await readSettings(db), role)

/** Throws upload.dailyLimit or upload.dailyBytes if the user has reached a daily limit. */
export async function requireDailyRoom(
  db: Db,
  settings: SiteSettings,
  user: { id: string; role: Role },
): Promise<void> {
  const max = dailyLimits(settings, user.role)
  const refuse = (code: keyof typeof max) => new AppError(code, { params: { count: String(max[code]) } })
  const since = new Date(Date.now() - DAY_MS)
  const memes = max['upload.dailyLimit']
  if (memes > 0 && (await countUploadsSince(db, user.id, since)) >= memes) throw refuse('upload.dailyLimit')
  const bytes = max['upload.dailyBytes'] * MEBIBYTE
  if (bytes > 0 && (await countBytesSince(db, user.id, since)) >= bytes) throw refuse('upload.dailyBytes')
}
