import type { Notification } from '#contract/notifications/notifications.ts'
import { UUID_LIKE } from '#contract/primitives.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import type { Member } from '#server/platform/viewer.ts'
import { presentName } from '../users/lists/present-person.ts'
import { countUnreadRows, findNotifications, markRead, type NotificationRow } from './queries.ts'

export interface NotificationPage {
  data: Notification[]
  hasNextPage: boolean
  nextCursor: string | null
}

/** Returns one page of the caller's notifications, latest first. Throws cursor.invalid. */
export async function listNotifications(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Member,
  input: { limit: number; cursor?: string | undefined },
): Promise<NotificationPage> {
  const secret = deps.config.authSecret
  const after = input.cursor === undefined ? null : readCursor(secret, input.cursor)
  const rows = await findNotifications(deps.db, viewer.userId, { limit: input.limit + 1, after })
  const { page, hasNext, nextCursor } = cutPage(rows, input.limit, (last) =>
    encodeCursor(secret, ['notifications', last.updated_at.toISOString(), last.id]),
  )
  return { data: page.map(presentNotification), hasNextPage: hasNext, nextCursor }
}

export const countUnread = (deps: Pick<Deps, 'db'>, viewer: Member) => countUnreadRows(deps.db, viewer.userId)

/** Marks notifications as read up to a time or a notification; returns the number still unread. */
export async function readNotifications(deps: Pick<Deps, 'db'>, viewer: Member, until: string): Promise<number> {
  await withTransaction(deps.db, (tx) =>
    markRead(tx, viewer.userId, UUID_LIKE.test(until) ? { id: until } : { time: until }),
  )
  return countUnreadRows(deps.db, viewer.userId)
}

function presentNotification(row: NotificationRow): Notification {
  return {
    _id: row.id,
    kind: row.kind,
    isRead: row.read_at !== null,
    people: row.people.map(presentName),
    peopleCount: row.people_count,
    meme: row.meme && {
      _id: row.meme.id,
      name: row.meme.name,
      imageSmall: mediaPath(row.meme.small),
      sensitive: row.meme.sensitive,
    },
    detail: row.detail,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function readCursor(secret: string, cursor: string): { at: string; id: string } {
  const [kind, at, id] = decodeCursor(secret, cursor) ?? []
  if (kind !== 'notifications' || typeof at !== 'string' || typeof id !== 'string') throw new AppError('cursor.invalid')
  return { at, id }
}
