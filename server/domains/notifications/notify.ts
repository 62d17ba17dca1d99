import type { NotificationDetail } from '#contract/notifications/notifications.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { deleteByKey, deleteNamesBetween, upsertNotification, upsertNotifications } from './queries.ts'

/** Functions that notify members. All run in the caller's transaction; open streams are notified on commit. */

export async function notifyOfFollower(tx: Tx, userId: string, followerId: string): Promise<void> {
  const who = { kind: 'follow', gatherKey: 'follow', memeId: null, detail: {}, people: [followerId] } as const
  await upsertNotification(tx, { id: newId(), userId, ...who, people: [followerId] })
}

/** Notifies creators of likes, grouped by meme. A creator's own like does not count. */
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
  | 'words'
  | 'wrongWords'
  | 'autoSensitive'
  | 'autoReview'

const moderationKey = (decisionId: string) => `moderation ${decisionId}`

/** Notifies a member of a moderator's decision about them or one of their memes. */
export async function notifyOfModeration(
  tx: Tx,
  userId: string,
  decision: {
    /** Key for removing the notification when the decision is undone. */
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
    detail: { action, reason, ...(meme ? { memeName: meme.name, memeId: meme.id } : {}) },
    people: [],
  })
}

/** Removes the notification of a decision that was undone. */
export const forgetModerationNotice = (tx: Tx, decisionId: string) => deleteByKey(tx, moderationKey(decisionId))

export async function notifyOfUpload(
  tx: Tx,
  userId: string,
  upload: Required<Pick<NotificationDetail, 'uploadId' | 'done' | 'skipped' | 'failed'>>,
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

/** Notifies an admin that the site disabled a webhook. Includes only the host of its address, since the rest may be secret. */
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

const searchKey = (searchId: string) => `search ${searchId}`

/** Notifies a member of new memes that a saved search found; the latest is named. */
export async function notifyOfFound(
  tx: Tx,
  userId: string,
  { memeId, ...search }: Pick<NotificationDetail, 'query' | 'filters'> & { searchId: string; memeId: string },
): Promise<void> {
  const gatherKey = searchKey(search.searchId)
  await upsertNotification(tx, { id: newId(), userId, kind: 'search', gatherKey, memeId, detail: search, people: [] })
}

/** Removes the notifications of a deleted search. */
export const forgetSearchNotices = (tx: Tx, searchId: string) => deleteByKey(tx, searchKey(searchId))

/** Removes the names of two users from each other's notifications after a block. */
export const forgetNamesBetween = (tx: Tx, a: string, b: string) => deleteNamesBetween(tx, a, b)
