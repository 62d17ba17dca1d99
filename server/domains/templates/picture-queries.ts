import { sql } from 'kysely'
import type { CaptionBox } from '#contract/templates.ts'
import type { Db } from '#server/db/db.ts'
import { isLive } from '#server/db/live-memes-queries.ts'

export interface TemplatePictureRow {
  blob_medium: string
  width: number
  height: number
  picture_words: CaptionBox[]
}

/** Pictures of the live memes of a template, or of the one that it was merged into; the best liked first. */
export async function findTemplatePictures(db: Db, id: string, limit: number): Promise<TemplatePictureRow[]> {
  const found = await sql<TemplatePictureRow>`
    select m.blob_medium, m.width, m.height, coalesce(x.picture_words, '[]') as picture_words
    from meme_templates g join memes m on m.id = g.meme_id join meme_stats s on s.meme_id = m.id
      left join meme_texts x on x.meme_id = m.id
    where g.template_id = (select coalesce(t.merged_into, t.id) from templates t where t.id = ${id}) and ${isLive()}
    order by s.like_count desc, m.id limit ${limit}`.execute(db)
  return found.rows
}
