import { decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { type MemePage, memePage } from '../memes/meme-page.ts'
import { findFollowed, findNew, type TimePosition } from './by-time-queries.ts'
import { tagsOf } from './tags-of.ts'

type List = 'following' | 'new'

/**
 * Returns one page of the memes that a member follows, or of all memes, newest first. Visitors follow nothing. Throws
 * cursor.invalid.
 */
export async function listByTime(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  list: List,
  input: { limit: number; cursor?: string | undefined; cat?: string | undefined; cat2?: string | undefined },
): Promise<MemePage<string>> {
  const after = readPosition(deps, list, input.cursor)
  const wanted = { limit: input.limit + 1, after, tags: tagsOf(input) }
  const rows =
    list === 'new'
      ? await findNew(deps.db, viewer, wanted)
      : viewer.kind === 'member'
        ? await findFollowed(deps.db, viewer, wanted)
        : []
  return memePage(deps.db, viewer, rows, {
    limit: input.limit,
    idOf: ({ id }) => id,
    cursorOf: (last) => encodeCursor(deps.config.authSecret, [`feed ${list}`, last.created_at.toISOString(), last.id]),
  })
}

function readPosition(
  { config }: Pick<Deps, 'config'>,
  list: List,
  cursor: string | undefined,
): TimePosition | undefined {
  if (cursor === undefined) return undefined
  const [kind, createdAt, id] = decodeCursor(config.authSecret, cursor) ?? []
  if (kind !== `feed ${list}` || typeof createdAt !== 'string' || typeof id !== 'string')
    throw new AppError('cursor.invalid')
  return { createdAt, id }
}
