import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../platform/db/db.ts'

/** Identifies a downloaded picture of a member: a hash, because addresses may be long. */
export const itemKey = (userId: string, key: string): string =>
  createHash('sha256').update(`${userId} ${key}`).digest('base64url')

export async function isImported(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom('imported_items').select('meme_id').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

/** Records that a picture is the given meme, until the meme is deleted. */
export async function insertImported(tx: Tx, key: string, memeId: string): Promise<void> {
  await tx
    .insertInto('imported_items')
    .values({ key, meme_id: memeId })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ meme_id: memeId }))
    .execute()
}
