import type { NotificationDetail } from '#contract/notifications.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { deleteByKey, deleteNamesBetween, upsertNotification, upsertNotifications } from './queries.ts'

/** What a member is notified of. All run in the caller's transaction; the open streams hear of it when that commits. */

export async function notifyOfFollower(tx: Tx, userId: string, followerId: string): Promise<void> {
  const who = { kind: 'follow', gatherKey: 'follow', memeId: null, detail: {}, people: [followerId] } as const
  await upsertNotification(tx, { id: newId(), userId, ...who, people: [followerId] })
}

/** Likes of one meme are gathered; its creator's own is none. */
export async function notifyOfLikes(
  tx: Tx,
  liked: { id: string; creatorId: string; likers: string[] }[],
): Promise<void> {
  const given = liked.map(({ id, creatorId, likers }) => ({
    id: newId(),
    userId: creatorId,
    kind: 'like' as const,
    gatherKey: `like ${id}`,
    memeId: id,
    detail: {},
    people: likers.filter((liker) => liker !== creatorId),
  }))
  await upsertNotifications(
    tx,
    given.filter(({ people }) => people.length > 0),
  )
}

export type ModerationAction =
  | 'removed'
  | 'restored'
  | 'approved'
  | 'suspended'
  | 'unsuspended'
  | 'appealRejected'
  | 'sensitive'
  | 'notSensitive'
  | 'autoSensitive'
  | 'autoReview'

const moderationKey = (decisionId: string) => `moderation ${decisionId}`

/** A moderator's decision about a member or one of their memes. */
export async function notifyOfModeration(
  tx: Tx,
  userId: string,
  decision: {
    /** By it the notification is taken back when the decision is undone. */
    decisionId: string
    action: ModerationAction
    reason: string
    meme?: { id: string; name: string } | undefined
  },
): Promise<void> {
  const { decisionId, action, reason, meme } = decision
  await upsertNotification(tx, {
    id: newId(),
    userId,
    kind: 'moderation',
    gatherKey: moderationKey(decisionId),
    memeId: meme?.id ?? null,
    detail: { action, reason, ...(meme ? { memeName: meme.name } : {}) },
    people: [],
  })
}

/** A decision that was undone is no news. */
export const forgetModerationNotice = (tx: Tx, decisionId: string) => deleteByKey(tx, moderationKey(decisionId))

export async function notifyOfUpload(
  tx: Tx,
  userId: string,
  upload: Required<Pick<NotificationDetail, 'uploadId' | 'done' | 'failed'>>,
): Promise<void> {
  const gatherKey = `upload ${upload.uploadId}`
  await upsertNotification(tx, {
    id: newId(),
    userId,
    kind: 'upload',
    gatherKey,
    memeId: null,
    detail: upload,
    people: [],
  })
}

export async function notifyOfExport(tx: Tx, userId: string, exportId: string): Promise<void> {
  const gatherKey = `export ${exportId}`
  await upsertNotification(tx, { id: newId(), userId, kind: 'export', gatherKey, memeId: null, detail: {}, people: [] })
}

/** A webhook that the site disabled by itself; only the host of its address is told, since the rest may be a secret. */
export async function notifyOfWebhook(
  tx: Tx,
  userId: string,
  { id, host, because }: { id: string; host: string; because: 'gone' | 'failing' },
): Promise<void> {
  await upsertNotification(tx, {
    id: newId(),
    userId,
    kind: 'webhook',
    gatherKey: `webhook ${id}`,
    memeId: null,
    detail: { action: because, host },
    people: [],
  })
}

/** After a block: neither of two people is named to the other any more. */
export const forgetNamesBetween = (tx: Tx, a: string, b: string) => deleteNamesBetween(tx, a, b)
