import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible, type MemeScope } from '../scopes.ts'

export interface AlbumMeme {
  id: string
  position: number
}

/** Returns the memes of an album, the latest added first unless its owner moved them. */
export async function findMemesOfAlbum(
  db: Db,
  viewer: Viewer,
  scope: MemeScope,
  of: { albumId: string; limit: number; after?: AlbumMeme | undefined },
): Promise<AlbumMeme[]> {
  const { albumId, limit, after } = of
  const found = await sql<AlbumMeme>`${prepared}
    select i.meme_id as id, i.position from album_memes i join memes m on m.id = i.meme_id
    where i.album_id = ${albumId} and ${isVisible(viewer, scope)}
      and ${after ? sql`(i.position < ${after.position} or (i.position = ${after.position} and i.meme_id > ${after.id}::uuid))` : sql`true`}
    order by i.position desc, i.meme_id limit ${limit}`.execute(db)
  return found.rows
}
