import { sql } from 'kysely'
import type { CaptionBox } from '#contract/templates/templates.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { faceFirst, offeredMemes } from './queries.ts'

export interface TemplatePictureRow {
  blob_medium: string
  width: number
  height: number
  sensitive: boolean
  picture_words: CaptionBox[]
}

/**
 * Returns pictures of the memes of a template, or of the one that it was merged into, that the viewer may see. Ordered by
 * `faceFirst`; sensitive ones only if there are no others.
 */
export async function findTemplatePictures(
  db: Db,
  viewer: Viewer,
  id: string,
  limit: number,
): Promise<TemplatePictureRow[]> {
  const found = await sql<TemplatePictureRow>`
    select m.blob_medium, m.width, m.height, m.sensitive, coalesce(x.picture_words, '[]') as picture_words
    from meme_templates g join ${offeredMemes(viewer)} on m.id = g.meme_id join meme_stats s on s.meme_id = m.id
      left join meme_texts x on x.meme_id = m.id
    where g.template_id = (select coalesce(t.merged_into, t.id) from templates t where t.id = ${id})
    order by ${faceFirst} limit ${limit}`.execute(db)
  return found.rows.filter((row) => row.sensitive === found.rows[0]?.sensitive)
}
