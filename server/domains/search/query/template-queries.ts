import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { arrayOf, prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible } from '../../memes/lists/scopes.ts'
import { meets } from './filter-queries.ts'
import type { SearchRequest } from './read-request.ts'

const MEMES_MAX = 300

/** Returns the newest memes of known templates that the viewer may see and that meet the conditions. */
export async function findMemesOfKnown(
  db: Db,
  viewer: Viewer,
  known: readonly string[],
  { conditions, newest }: Pick<SearchRequest, 'conditions' | 'newest'>,
): Promise<{ id: string; known_id: string }[]> {
  const found = await sql<{ id: string; known_id: string }>`${conditions.length === 0 ? prepared : sql``}
    select m.id, k.known_id from templates k join meme_templates g on g.template_id = k.id
      join memes m on m.id = g.meme_id join meme_texts t on t.meme_id = m.id
    where k.known_id = any(${arrayOf(known, 'text')}::text[]) and m.id <= ${newest}::uuid
      and ${isVisible(viewer, 'offered')} and ${meets(conditions, viewer)}
    order by m.id desc limit ${MEMES_MAX}`.execute(db)
  return found.rows
}
