import type { DeskPerson } from '#contract/moderation/moderation.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import type { DeskPersonRow } from './desk-queries.ts'

export function presentDeskPerson(row: DeskPersonRow): DeskPerson {
  return {
    _id: row.id,
    username: row.username,
    displayName: row.display_name,
    avatarUrl: mediaPath(row.avatar_small),
    role: row.role,
    createdAt: row.created_at.toISOString(),
    memesCount: row.memes_count,
    removedCount: row.removed,
    suspensionsCount: row.suspensions,
    isSuspended: row.suspended_at !== null,
  }
}
