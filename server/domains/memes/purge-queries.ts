import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'

interface RecordedPurge {
  key: string
  noted_at: Date
}

/** Returns pictures to purge from caches, longest waiting first. */
export async function findPurges(db: Db, limit: number): Promise<RecordedPurge[]> {
  return db.selectFrom('media_purges').select(['key', 'noted_at']).orderBy('noted_at').limit(limit).execute()
}

export async function countPurges(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from media_purges`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Deletes purged entries, except those that were recorded again in the meantime. */
export async function deletePurges(tx: Tx, purged: RecordedPurge[]): Promise<void> {
  await sql`delete from media_purges m using unnest(${purged.map(({ key }) => key)}::text[],
      ${purged.map(({ noted_at }) => noted_at)}::timestamptz[]) n (key, noted_at)
    where m.key = n.key and m.noted_at <= n.noted_at`.execute(tx)
}
