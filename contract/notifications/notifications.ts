import * as z from 'zod'
import { defineCall } from '../call.ts'
import { NOTIFICATIONS_PAGE_SIZE } from '../limits.ts'
import { SavedFilters } from '../memes/saved-searches.ts'
import { Count, entryPage, Id, IsoDate, isStorableTime, pageQuery, text, UUID_LIKE } from '../primitives.ts'

/** Kinds that members may turn off. */
export const NOTIFICATION_KINDS = ['follow', 'like', 'post', 'search', 'moderation', 'upload', 'export'] as const
export type ChosenKind = (typeof NOTIFICATION_KINDS)[number]
/** Kinds mailed together in a digest, only to members who turn them on. Each of the others has its own mails. */
export const DIGEST_KINDS = ['like', 'post', 'search', 'upload'] as const satisfies readonly ChosenKind[]
/** Admins are always notified of a disabled webhook, regardless of their choices. */
export const NotificationKind = z.enum([...NOTIFICATION_KINDS, 'webhook'])
export type NotificationKind = z.infer<typeof NotificationKind>

export const NotificationPerson = z
  .object({ _id: Id, username: z.string(), displayName: z.string(), avatarUrl: z.string().nullable() })
  .meta({ id: 'NotificationPerson' })

/** Details that only some kinds have: a moderator's decision, the outcome of a bulk upload, or why a webhook was disabled. */
export const NotificationDetail = z.object({
  action: z.string().optional(),
  host: z.string().optional().meta({ description: 'For a webhook: its address without the path' }),
  reason: z.string().optional(),
  memeName: z.string().optional(),
  memeId: Id.optional().meta({ description: 'The meme of a decision, even if it was removed' }),
  uploadId: Id.optional(),
  count: Count.optional().meta({
    description: 'For new memes and saved searches: the number of memes since the notification was last read',
  }),
  searchId: Id.optional().meta({ description: 'For a saved search: the search' }),
  query: z.string().optional(),
  filters: SavedFilters.optional(),
  done: Count.optional(),
  failed: Count.optional(),
  skipped: Count.optional().meta({
    description: 'For an upload: pictures that are already on the site. Not in `failed`',
  }),
})
export type NotificationDetail = z.infer<typeof NotificationDetail>

export const Notification = z
  .object({
    _id: Id,
    kind: NotificationKind,
    isRead: z.boolean(),
    people: z.array(NotificationPerson).describe('The latest three'),
    peopleCount: Count,
    meme: z
      .object({ _id: Id, name: z.string(), imageSmall: z.string(), sensitive: z.boolean() })
      .nullable()
      .describe('Also null for a deleted meme'),
    detail: NotificationDetail,
    createdAt: IsoDate,
    updatedAt: IsoDate,
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

const member = { tag: 'notifications', auth: 'member' } as const

export const listNotifications = defineCall('GET /notifications', {
  ...member,
  suspendedAllowed: true,
  summary: 'List the caller’s notifications, latest first',
  query: pageQuery(NOTIFICATIONS_PAGE_SIZE),
  response: entryPage(Notification),
})

export const countUnread = defineCall('GET /notifications/unread', {
  ...member,
  suspendedAllowed: true,
  summary: 'Get the number of unread notifications; at most 100',
  response: z.object({ success: z.literal(true), count: Count }),
})

const isIdOrTime = (value: string) =>
  UUID_LIKE.test(value) || (z.iso.datetime({ offset: true }).safeParse(value).success && isStorableTime(value))

export const readNotifications = defineCall('POST /notifications/read', {
  ...member,
  suspendedAllowed: true,
  summary: 'Mark notifications as read, up to a time (`updatedAt`) or a notification (its ID)',
  body: z.object({
    until: text().refine(isIdOrTime, 'invalidValue').describe('An ISO 8601 time, or the ID of a notification'),
  }),
  response: z.object({ success: z.literal(true), count: Count.describe('The number that is still unread') }),
})

/** Event `data` is the number of unread notifications; the first event is sent immediately. */
export const streamNotifications = defineCall('GET /notifications/stream', {
  ...member,
  suspendedAllowed: true,
  summary: 'Stream the number of unread notifications on each change; ends after ten minutes, so reconnect then',
  stream: true,
  response: z.object({ count: Count }),
})
