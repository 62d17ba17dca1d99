import type { HiddenPerson } from '#contract/people/blocks.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import type { Member } from '#server/platform/viewer.ts'
import { findHidden, type HideReason } from './hidden-people-queries.ts'

export interface HiddenPeoplePage {
  data: HiddenPerson[]
  hasNextPage: boolean
  nextCursor: string | null
}

/** Returns the users that the caller blocked or muted, latest first. Throws cursor.invalid. */
export async function listHiddenPeople(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Member,
  reason: HideReason,
  input: { limit: number; cursor?: string | undefined },
): Promise<HiddenPeoplePage> {
  const secret = deps.config.authSecret
  const after = input.cursor === undefined ? null : readCursor(secret, input.cursor, reason)
  const rows = await findHidden(deps.db, viewer.userId, reason, { limit: input.limit + 1, after })
  const { page, hasNext, nextCursor } = cutPage(rows, input.limit, (last) =>
    encodeCursor(secret, ['hidden', reason, last.created_at.toISOString(), last.id]),
  )
  const data = page.map((row) => ({
    _id: row.id,
    username: row.username,
    displayName: row.display_name,
    avatarUrl: mediaPath(row.avatar_small),
    since: row.created_at.toISOString(),
  }))
  return { data, hasNextPage: hasNext, nextCursor }
}

function readCursor(secret: string, cursor: string, reason: HideReason): { at: string; id: string } {
  const [kind, of, at, id] = decodeCursor(secret, cursor) ?? []
  if (kind !== 'hidden' || of !== reason || typeof at !== 'string' || typeof id !== 'string')
    throw new AppError('cursor.invalid')
  return { at, id }
}
