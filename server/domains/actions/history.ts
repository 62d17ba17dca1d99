import { withTransaction } from '#server/platform/db/db.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { listMemes, type MemePage } from '../memes/lists/list-memes.ts'
import { findViewed, type TimedMeme } from '../memes/lists/sources/own-actions.ts'
import { anonymizeViews, isHistoryOn, setHistoryOn } from './history-queries.ts'

const CURSOR = 'history'
const UNNAMED_AT_ONCE = 5000

/** Lists the memes that the caller opened, most recent first. Throws cursor.invalid. */
export async function listHistory(
  deps: Pick<Deps, 'config' | 'db' | 'caches'>,
  viewer: Member,
  input: { limit: number; cursor?: string | undefined },
): Promise<MemePage<string>> {
  const from = readPosition(deps, input.cursor)
  const isRecorded = await isHistoryOn(deps.db, viewer.userId)
  return listMemes(deps, viewer, {
    scope: 'mine',
    limit: input.limit,
    from,
    source: async (after, limit) => (isRecorded ? findViewed(deps.db, viewer, limit, after) : []),
    cursorOf: (last) => encodeCursor(deps.config.authSecret, [CURSOR, last.at.toISOString(), last.id]),
  })
}

/** Turns the view history on or off. Both changes remove the caller's name from earlier views. */
export async function setHistory(deps: Pick<Deps, 'db'>, viewer: Member, keep: boolean): Promise<void> {
  // Also clear before turning it on: a view may have been recorded while the history was being turned off.
  if (keep && !(await isHistoryOn(deps.db, viewer.userId))) await forgetViews(deps, viewer)
  await withTransaction(deps.db, (tx) => setHistoryOn(tx, viewer.userId, keep))
  if (!keep) await forgetViews(deps, viewer)
}

/** Clears the caller's history, or removes one meme from it. Uses small transactions, since there may be many views. */
export async function forgetViews(deps: Pick<Deps, 'db'>, { userId }: Member, memeId?: string): Promise<void> {
  for (;;) {
    const count = await withTransaction(deps.db, (tx) => anonymizeViews(tx, userId, { memeId, limit: UNNAMED_AT_ONCE }))
    if (count < UNNAMED_AT_ONCE) break
  }
}

function readPosition({ config }: Pick<Deps, 'config'>, cursor: string | undefined): TimedMeme | undefined {
  if (cursor === undefined) return undefined
  const [kind, at, id] = decodeCursor(config.authSecret, cursor) ?? []
  if (kind !== CURSOR || typeof at !== 'string' || typeof id !== 'string') throw new AppError('cursor.invalid')
  return { at: new Date(at), id }
}
