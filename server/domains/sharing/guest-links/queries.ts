import type { GuestLinkTarget } from '#contract/memes/guest-links.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'

interface LinkRow {
  id: string
  created_at: Date
}

const columnOf = ({ kind }: GuestLinkTarget) => (kind === 'meme' ? 'meme_id' : 'album_id')

export async function findLink(db: Db, target: GuestLinkTarget): Promise<LinkRow | undefined> {
  return db
    .selectFrom('guest_links')
    .select(['id', 'created_at'])
    .where(columnOf(target), '=', target.id)
    .executeTakeFirst()
}

/** Returns true if an album is private. Locks it, so that it cannot become private before the transaction ends. */
export async function isPrivateLocked(tx: Tx, albumId: string): Promise<boolean> {
  const row = await tx.selectFrom('albums').select('visibility').where('id', '=', albumId).forShare().executeTakeFirst()
  return row?.visibility === 'private'
}

/** Returns the existing link if there is one. */
export async function insertLink(tx: Tx, id: string, target: GuestLinkTarget): Promise<LinkRow> {
  const column = columnOf(target)
  return tx
    .insertInto('guest_links')
    .values({ id, [column]: target.id })
    .onConflict((conflict) => conflict.column(column).doUpdateSet({ [column]: target.id }))
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
}

export async function deleteLink(db: Db, target: GuestLinkTarget): Promise<void> {
  await db.deleteFrom('guest_links').where(columnOf(target), '=', target.id).execute()
}

/** Returns the meme or album of a link. */
export async function findTarget(db: Db, id: string): Promise<GuestLinkTarget | undefined> {
  const row = await db.selectFrom('guest_links').select(['meme_id', 'album_id']).where('id', '=', id).executeTakeFirst()
  if (row?.meme_id) return { kind: 'meme', id: row.meme_id }
  return row?.album_id ? { kind: 'album', id: row.album_id } : undefined
}
