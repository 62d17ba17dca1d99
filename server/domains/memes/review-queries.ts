import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { type MemeState, statusFor } from './queries.ts'

/** Counts a user's uploads since a time, including deleted and removed memes. */
export async function countUploadsSince(db: Db, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('memes')
    .modifyFront(prepared)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Sums the bytes of the pictures that a user uploaded since a time. */
export async function countBytesSince(db: Db, userId: string, since: Date): Promise<number> {
  const { bytes } = await db
    .selectFrom('memes')
    .innerJoin('blobs', 'blobs.key', 'memes.blob_origin')
    .modifyFront(prepared)
    .select(sql<string>`coalesce(sum(blobs.bytes), 0)`.as('bytes'))
    .where('memes.user_id', '=', userId)
    .where('memes.created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Ends the review of a meme: it becomes live, or hidden while its uploader is suspended. */
export async function setReviewed(tx: Tx, id: string): Promise<MemeState> {
  return tx
    .updateTable('memes')
    .set({ status: statusFor(sql.ref('memes.user_id')), updated_at: new Date() })
    .where('id', '=', id)
    .returning(['status', 'deleted_at'])
    .executeTakeFirstOrThrow()
}

export async function setInReview(tx: Tx, id: string): Promise<MemeState> {
  return tx
    .updateTable('memes')
    .set({ status: 'review', removed_at: null, removed_reason: null })
    .where('id', '=', id)
    .returning(['status', 'deleted_at'])
    .executeTakeFirstOrThrow()
}
