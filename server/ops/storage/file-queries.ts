import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface KnownFile {
  key: string
  bytes: number
  mime: string
}

/** Yields files that should be in the storage, ordered by name. Announced files count only if something references them. */
export async function* knownFiles(db: Db, batch = 500): AsyncGenerator<KnownFile> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('blobs')
      .select(['key', 'bytes', 'mime'])
      .where('key', '>', after)
      .where(
        sql<boolean>`(pending_until is null or exists (select from memes where key in (blob_origin, blob_medium, blob_small))
          or exists (select from gif_renditions r where r.key = blobs.key)
          or exists (select from template_pictures p where p.key = blobs.key)
          or exists (select from users where key in (avatar_large, avatar_small)))`,
      )
      .orderBy('key')
      .limit(batch)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.key
  }
}

/** Returns the names that no row references, not even an announcement. */
export async function unknownOf(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db.selectFrom('blobs').select('key').where('key', 'in', keys).execute()
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}

/** Describes for people where this file is used; null if it is unused. */
export async function findUse(db: Db, key: string): Promise<string | null> {
  const { rows } = await sql<{ use: string }>`
    select 'meme ' || id as use from memes where ${key} in (blob_origin, blob_medium, blob_small)
    union all select 'a GIF of meme ' || meme_id from gif_renditions where key = ${key}
    union all select 'the picture of template ' || template_id from template_pictures where key = ${key}
    union all select 'the avatar of ' || username from users where ${key} in (avatar_large, avatar_small) limit 1`.execute(
    db,
  )
  return rows[0]?.use ?? null
}
