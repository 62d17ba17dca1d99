import { sql } from 'kysely'

/**
 * Whether a row that goes with its meme, and is gone with it, is of a live one. Asked of the small index of hidden memes: hundreds of
 * candidates are seen for each page, and their memes lie far apart.
 */
export const isLive = (memeId: ReturnType<typeof sql.ref>) => sql`
  (select true from memes m where m.id = ${memeId} and (m.status <> 'ready' or m.deleted_at is not null)) is null`
