import { sql } from 'kysely'

/** Whether a row's meme is live. Uses the small index of hidden memes, since each page checks hundreds of scattered candidates. */
export const isLive = (memeId: ReturnType<typeof sql.ref>) => sql`
  (select true from memes m where m.id = ${memeId} and (m.status <> 'ready' or m.deleted_at is not null)) is null`
