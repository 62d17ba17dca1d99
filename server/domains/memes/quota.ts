import { MEBIBYTE } from '#contract/limits.ts'
import type { MemberStorage } from '#contract/memes/storage.ts'
import type { OwnQuota } from '#contract/moderation/admin.ts'
import type { SiteSettings } from '#contract/site/settings.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PreparedPicture } from '#server/platform/images/prepare-picture.ts'
import { readSettings } from '../settings/read-settings.ts'
import { requireDailyRoom } from './daily-limits.ts'
import { findMemberUse, findSiteUse, lockSiteUse, type MemberUse, type Stored, setQuota } from './quota-queries.ts'

/** Within this distance of the site's quota, uploads run one at a time. Otherwise, all concurrent uploads fit. */
const NEAR: Stored = { memes: 100, bytes: 1024 * MEBIBYTE }
/** The minimum that an upload adds. */
const LEAST: Stored = { memes: 1, bytes: 1 }

/** Limits on memes and bytes; null for none. */
export interface Quota {
  memes: number | null
  bytes: number | null
}

const limit = (value: number) => (value === 0 ? null : value)

/** The limits of a member: those that an admin set for them, otherwise the site's for its members and moderators. */
export function quotaOf(settings: SiteSettings, member: MemberUse): Quota {
  const site = member.role === 'admin' ? { memes: 0, megabytes: 0 } : membersQuota(settings)
  return quota(member.quotaMemes ?? site.memes, member.quotaMegabytes ?? site.megabytes)
}

const membersQuota = (settings: SiteSettings) => ({
  memes: settings.memesPerMember,
  megabytes: settings.megabytesPerMember,
})

const quotaOfSite = (settings: SiteSettings): Quota => quota(settings.memesOfSite, settings.megabytesOfSite)

const hasLimit = ({ memes, bytes }: Quota) => memes !== null || bytes !== null

/**
 * Returns the limit on the GIFs that visitors cause, which do not count for the site's quota: a quarter of its megabytes. Null for
 * none.
 */
export async function renditionBytesMax(db: Db): Promise<number | null> {
  const { megabytesOfSite } = await readSettings(db)
  return limit(Math.floor((megabytesOfSite * MEBIBYTE) / 4))
}

/** Rounds bytes up to megabytes, for operators. */
export const megabytesOf = (bytes: number) => Math.ceil(bytes / MEBIBYTE)

const quota = (memes: number, megabytes: number): Quota => ({ memes: limit(memes), bytes: limit(megabytes * MEBIBYTE) })

const isOver = (used: number, max: number | null) => max !== null && used > max

/** Returns the storage that a picture adds. Equal files are stored once. */
export function storedBy({ files }: Pick<PreparedPicture, 'files'>): Stored {
  const sizes = new Map(Object.values(files).map(({ key, bytes }) => [key, bytes]))
  return { memes: 1, bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) }
}

/** Throws upload.quotaMemes or upload.quotaBytes if `added` exceeds the member's quota. */
export function requireMemberRoom(settings: SiteSettings, member: MemberUse, added: Stored): void {
  const max = quotaOf(settings, member)
  if (isOver(member.memes + added.memes, max.memes)) throw new AppError('upload.quotaMemes')
  if (isOver(member.bytes + added.bytes, max.bytes)) throw new AppError('upload.quotaBytes')
}

/**
 * Throws upload.siteFull if `added` exceeds the site's quota. Near it, holds a lock until the transaction ends, so that concurrent
 * uploads cannot exceed it together.
 */
export async function requireSiteRoom(tx: Tx, settings: SiteSettings, added: Stored): Promise<void> {
  const max = quotaOfSite(settings)
  if (!hasLimit(max)) return
  let used = await findSiteUse(tx)
  if (exceeds(used, NEAR, max)) {
    await lockSiteUse(tx)
    used = await findSiteUse(tx)
  }
  if (exceeds(used, added, max)) throw new AppError('upload.siteFull')
}

const exceeds = (used: Stored, added: Stored, max: Quota) =>
  isOver(used.memes + added.memes, max.memes) || isOver(used.bytes + added.bytes, max.bytes)

/**
 * Rejects an upload before its picture is prepared, if nothing more fits. `checkUploader` decides. Throws the codes of
 * `LIMIT_FAILURES`.
 */
export async function requireRoom(db: Db, userId: string): Promise<void> {
  const member = await findMemberUse(db, userId)
  if (!member || member.isDemo) return
  const settings = await readSettings(db)
  await requireDailyRoom(db, settings, { id: userId, role: member.role })
  requireMemberRoom(settings, member, LEAST)
  if (await isSiteFull(db, settings)) throw new AppError('upload.siteFull')
}

async function isSiteFull(db: Db, settings: SiteSettings): Promise<boolean> {
  const max = quotaOfSite(settings)
  return hasLimit(max) && exceeds(await findSiteUse(db), LEAST, max)
}

/** Returns the storage that a member uses, and their limits. */
export async function getMemberStorage(db: Db, userId: string): Promise<MemberStorage> {
  const settings = await readSettings(db)
  const member = await findMemberUse(db, userId)
  if (!member) throw new AppError('auth.tokenInvalid')
  const max = quotaOf(settings, member)
  const { memes, bytes } = member
  return { memes, bytes, memesMax: max.memes, bytesMax: max.bytes, isSiteFull: await isSiteFull(db, settings) }
}

/** Returns the storage that the site uses, and its limits. */
export async function getSiteStorage(db: Db): Promise<{ used: Stored; max: Quota }> {
  return { used: await findSiteUse(db), max: quotaOfSite(await readSettings(db)) }
}

export type QuotaChange = { [limit in keyof OwnQuota]?: OwnQuota[limit] | undefined }

/** Changes a member's own limits from `before`; those not given stay. Returns the new ones. */
export async function changeQuota(
  tx: Tx,
  userId: string,
  before: OwnQuota,
  { memes = before.memes, megabytes = before.megabytes }: QuotaChange,
): Promise<OwnQuota> {
  const after = { memes, megabytes }
  await setQuota(tx, userId, after)
  return after
}
