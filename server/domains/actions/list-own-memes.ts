import type { Meme } from '#contract/memes.ts'
import { cutPage } from '#server/db/keyset.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/viewer.ts'
import { memeCards } from '../memes/cards.ts'
import { findAlbum, findFrequent } from './list-queries.ts'

/** Frequent and album are their owner's alone, by id or username. Throws list.private. */
function requireSelf(viewer: Member, idOrName: string): void {
  const isSelf =
    idOrName.toLowerCase() === viewer.userId ||
    idOrName.normalize('NFC').toLowerCase() === viewer.username.toLowerCase()
  if (!isSelf) throw new AppError('list.private')
}

export interface FrequentPage {
  memes: Meme[]
  hasNext: boolean
  nextCursor: { lastPoint: number; lastMemeId: string } | null
}

/** The memes that the caller uses most. Throws list.private, cursor.invalid. */
export async function listFrequent(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  idOrName: string,
  input: { limit: number; lastPoint?: number | undefined; lastMemeId?: string | undefined },
): Promise<FrequentPage> {
  requireSelf(viewer, idOrName)
  const { lastPoint, lastMemeId } = input
  if ((lastPoint === undefined) !== (lastMemeId === undefined)) throw new AppError('cursor.invalid')
  const after = lastPoint !== undefined && lastMemeId !== undefined ? { point: lastPoint, id: lastMemeId } : undefined
  const { page, hasNext } = cutPage(await findFrequent(deps.db, viewer.userId, input.limit + 1, after), input.limit)
  const last = page.at(-1)
  const memes = await memeCards(
    deps.db,
    viewer,
    page.map((row) => row.meme_id),
  )
  return {
    memes,
    hasNext,
    nextCursor: hasNext && last ? { lastPoint: last.log_point, lastMemeId: last.meme_id } : null,
  }
}

export interface AlbumPage {
  memes: Meme[]
  hasNext: boolean
  nextCursor: { lastId: string; lastAddedAt: string } | null
}

/** The caller's album, the last added first. Throws list.private, cursor.invalid. */
export async function listAlbum(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  idOrName: string,
  input: { limit: number; lastId?: string | undefined; lastAddedAt?: string | undefined },
): Promise<AlbumPage> {
  requireSelf(viewer, idOrName)
  const { lastId, lastAddedAt } = input
  if ((lastId === undefined) !== (lastAddedAt === undefined)) throw new AppError('cursor.invalid')
  const after = lastId !== undefined && lastAddedAt !== undefined ? { id: lastId, addedAt: lastAddedAt } : undefined
  const { page, hasNext } = cutPage(await findAlbum(deps.db, viewer.userId, input.limit + 1, after), input.limit)
  const last = page.at(-1)
  const memes = await memeCards(
    deps.db,
    viewer,
    page.map((row) => row.meme_id),
  )
  return {
    memes,
    hasNext,
    nextCursor: hasNext && last ? { lastId: last.meme_id, lastAddedAt: last.added_at.toISOString() } : null,
  }
}
