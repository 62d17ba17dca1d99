import { cursorPair } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { listMemes, type MemePage } from '../memes/lists/list-memes.ts'
import { findMostUsed, findSaved } from '../memes/lists/sources/own-actions.ts'

/** Frequent and album lists are private. The owner is given by id or username. Throws list.private. */
function requireSelf(viewer: Member, idOrName: string): void {
  const isSelf = idOrName === viewer.userId || idOrName.normalize('NFC').toLowerCase() === viewer.username.toLowerCase()
  if (!isSelf) throw new AppError('list.private')
}

/** Lists the memes that the caller uses most often. Throws list.private, cursor.invalid. */
export async function listFrequent(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Member,
  idOrName: string,
  input: { limit: number; lastPoint?: number | undefined; lastMemeId?: string | undefined },
): Promise<MemePage<{ lastPoint: number; lastMemeId: string }>> {
  requireSelf(viewer, idOrName)
  const start = cursorPair(input.lastPoint, input.lastMemeId)
  const from = start && { log_point: start[0], id: start[1] }
  return listMemes(deps, viewer, {
    scope: 'mine',
    limit: input.limit,
    from,
    source: (after, limit) => findMostUsed(deps.db, viewer, limit, after),
    cursorOf: (last) => ({ lastPoint: last.log_point, lastMemeId: last.id }),
  })
}

/** Lists the caller's album, most recently added first. Throws list.private, cursor.invalid. */
export async function listAlbum(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Member,
  idOrName: string,
  input: { limit: number; lastId?: string | undefined; lastAddedAt?: string | undefined },
): Promise<MemePage<{ lastId: string; lastAddedAt: string }>> {
  requireSelf(viewer, idOrName)
  const start = cursorPair(input.lastId, input.lastAddedAt)
  const from = start && { id: start[0], at: new Date(start[1]) }
  return listMemes(deps, viewer, {
    scope: 'mine',
    limit: input.limit,
    from,
    source: (after, limit) => findSaved(deps.db, viewer, limit, after),
    cursorOf: (last) => ({ lastId: last.id, lastAddedAt: last.at.toISOString() }),
  })
}
