import type { FollowUser } from '#contract/people/follows.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { getUser } from '../users/get-user.ts'
import { presentListed } from './present.ts'
import { type FollowListKind, findListed } from './queries.ts'

export interface FollowPage {
  data: FollowUser[]
  hasNextPage: boolean
  nextCursor: string | null
  totalCount: number
}

/** Returns one page of a person's followers, or of the people they follow. Throws user.notFound, cursor.invalid. */
export async function listFollows(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  kind: FollowListKind,
  input: { id: string; limit: number; cursor?: string | undefined },
): Promise<FollowPage> {
  const secret = deps.config.authSecret
  const owner = await getUser(deps, input.id, viewer)
  const after = input.cursor === undefined ? null : readCursor(secret, input.cursor, kind, owner.id)
  const rows = await findListed(deps.db, { kind, ownerId: owner.id, viewer }, { limit: input.limit + 1, after })
  const { page, hasNext, nextCursor } = cutPage(rows, input.limit, (last) =>
    encodeCursor(secret, [kind, owner.id, last.created_at.toISOString(), last.id]),
  )
  return {
    data: page.map(presentListed),
    hasNextPage: hasNext,
    nextCursor,
    totalCount: kind === 'followers' ? owner.followers_count : owner.following_count,
  }
}

/** Decodes a cursor, which is only valid for the list that issued it. */
function readCursor(secret: string, cursor: string, kind: FollowListKind, ownerId: string): { at: string; id: string } {
  const [ofKind, ofOwner, at, id] = decodeCursor(secret, cursor) ?? []
  if (ofKind !== kind || ofOwner !== ownerId || typeof at !== 'string' || typeof id !== 'string')
    throw new AppError('cursor.invalid')
  return { at, id }
}
