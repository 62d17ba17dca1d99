import { cursorPair } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { type MemePage, memePage } from '../memes/meme-page.ts'
import { findAlbum, findFrequent } from './list-queries.ts'

/** Frequent and album lists are private. The owner is given by id or username. Throws list.private. */
function requireSelf(viewer: Member, idOrName: string): void {
  const isSelf = idOrName === viewer.userId || idOrName.normalize('NFC').toLowerCase() === viewer.username.toLowerCase()
  if (!isSelf) throw new AppError('list.private')
}

/** Lists the memes that the caller uses most often. Throws list.private, cursor.invalid. */
export async function listFrequent(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  idOrName: string,
  input: { limit: number; lastPoint?: number | undefined; lastMemeId?: string | undefined },
): Promise<MemePage<{ lastPoint: number; lastMemeId: string }>> {
  requireSelf(viewer, idOrName)
  const after = cursorPair(input.lastPoint, input.lastMemeId)
  const rows = await findFrequent(deps.db, viewer, input.limit + 1, after && { point: after[0], id: after[1] })
  return memePage(deps.db, viewer, rows, {
    limit: input.limit,
    idOf: (row) => row.meme_id,
    cursorOf: (last) => ({ lastPoint: last.log_point, lastMemeId: last.meme_id }),
  })
}

/** Lists the caller's album, most recently added first. Throws list.private, cursor.invalid. */
export async function listAlbum(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  idOrName: string,
  input: { limit: number; lastId?: string | undefined; lastAddedAt?: string | undefined },
): Promise<MemePage<{ lastId: string; lastAddedAt: string }>> {
  requireSelf(viewer, idOrName)
  const after = cursorPair(input.lastId, input.lastAddedAt)
  const rows = await findAlbum(deps.db, viewer, input.limit + 1, after && { id: after[0], addedAt: after[1] })
  return memePage(deps.db, viewer, rows, {
    limit: input.limit,
    idOf: (row) => row.meme_id,
    cursorOf: (last) => ({ lastId: last.meme_id, lastAddedAt: last.added_at.toISOString() }),
  })
}
