import { decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { listMemes, type MemePage } from '../memes/lists/list-memes.ts'
import { findFollowed, findNewest, type NewMeme } from '../memes/lists/sources/newest.ts'
import { requestedTags } from './requested-tags.ts'

type List = 'following' | 'new'

/**
 * Returns one page of the memes that a member follows, or of all memes, newest first. Visitors follow nothing. Throws
 * cursor.invalid.
 */
export async function listByTime(
  deps: Pick<Deps, 'config' | 'db' | 'caches'>,
  viewer: Viewer,
  list: List,
  input: { limit: number; cursor?: string | undefined; cat?: string | undefined; cat2?: string | undefined },
): Promise<MemePage<string>> {
  const from = readPosition(deps, list, input.cursor)
  const tags = requestedTags(input)
  return listMemes(deps, viewer, {
    scope: 'feed',
    limit: input.limit,
    from,
    async source(after, limit) {
      if (list === 'new') return findNewest(deps.db, viewer, 'feed', { limit, after, tags })
      return viewer.kind === 'member' ? findFollowed(deps.db, viewer, 'feed', { limit, after, tags }) : []
    },
    cursorOf: (last) => encodeCursor(deps.config.authSecret, [`feed ${list}`, last.created_at.toISOString(), last.id]),
  })
}

function readPosition({ config }: Pick<Deps, 'config'>, list: List, cursor: string | undefined): NewMeme | undefined {
  if (cursor === undefined) return undefined
  const [kind, createdAt, id] = decodeCursor(config.authSecret, cursor) ?? []
  if (kind !== `feed ${list}` || typeof createdAt !== 'string' || typeof id !== 'string')
    throw new AppError('cursor.invalid')
  return { created_at: new Date(createdAt), id }
}
