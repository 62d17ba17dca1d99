import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

export interface SpaceRow {
  originals: number
  sizes: number
  otherFiles: number
  waiting: number
  exports: number
  database: number
}

/** Sums the bytes of stored files by use. A file that is also a size of a meme counts as a size. */
export async function findSpace(db: Db): Promise<SpaceRow> {
  const found = await sql<SpaceRow>`
    with used as materialized (
      select key, bool_and(is_original) as is_original from (
        select blob_origin as key, true as is_original from memes
        union all select blob_medium, false from memes
        union all select blob_small, false from memes
        union all select key, false from gif_renditions
        union all select key, false from template_pictures
      ) u group by key)
    select coalesce(sum(b.bytes) filter (where u.is_original), 0)::float8 as originals,
      coalesce(sum(b.bytes) filter (where not u.is_original), 0)::float8 as sizes,
      coalesce(sum(b.bytes) filter (where u.key is null), 0)::float8 as "otherFiles",
      (select coalesce(sum(case when staged_key is null then received_bytes else bytes end), 0)::float8
        from upload_files where status in ('queued', 'processing')) as waiting,
      (select coalesce(sum(bytes), 0)::float8 from data_exports where file_key is not null) as exports,
      pg_database_size(current_database())::float8 as database
    from blobs b left join used u on u.key = b.key`.execute(db)
  return found.rows[0] as SpaceRow
}
