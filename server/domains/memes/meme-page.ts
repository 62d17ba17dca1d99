import type { Meme } from '#contract/memes/memes.ts'
import type { Db } from '#server/platform/db/db.ts'
import { cutPage } from '#server/platform/db/keyset.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { memeCards } from './cards.ts'

export interface MemePage<Cursor> {
  memes: Meme[]
  hasNext: boolean
  nextCursor: Cursor | null
}

/** Returns one page of memes from rows read with `limit + 1`. */
export async function memePage<Row, Cursor>(
  db: Db,
  viewer: Viewer,
  rows: Row[],
  how: { limit: number; idOf: (row: Row) => string; cursorOf: (last: Row) => Cursor },
): Promise<MemePage<Cursor>> {
  const { page, hasNext, nextCursor } = cutPage(rows, how.limit, how.cursorOf)
  return { memes: await memeCards(db, viewer, page.map(how.idOf)), hasNext, nextCursor }
}
