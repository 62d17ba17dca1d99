import type { Db } from '#server/platform/db/db.ts'

/** Returns the key of a meme's small file; undefined if the meme is scored, removed or deleted. */
export async function findPictureToScore(db: Db, memeId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('memes')
    .select('blob_small')
    .where('id', '=', memeId)
    .where('sensitive_score', 'is', null)
    .where('status', '<>', 'removed')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.blob_small
}

/** Returns true if a person has already decided about a meme; the model must not overrule that. */
export async function isDecidedByPerson(db: Db, memeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('moderation_log')
    .select('id')
    .where('target_id', '=', memeId)
    .where('action', 'in', ['approve', 'sensitive', 'notSensitive', 'restore'])
    .executeTakeFirst()
  return row !== undefined
}
