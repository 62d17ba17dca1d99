import { sql } from 'kysely'
import type { Period } from '#contract/memes/trending.ts'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible, type MemeScope } from '../scopes.ts'

/** A meme with its gains in a period. */
export interface RankedMeme {
  id: string
  generation: string
  rank: number
  likes: number
  copies: number
  views: number
  score: number
}

/** Returns a range of one list: of the given generation, or of the newest if that is gone or not given. */
export async function findTrending(
  db: Db,
  viewer: Viewer,
  scope: MemeScope,
  of: { period: Period; limit: number; after: { generation: string | null; rank: number } },
): Promise<RankedMeme[]> {
  const { period, limit, after } = of
  const found = await sql<RankedMeme>`${prepared}
    with list as (
      select coalesce((select generation from trending_generations where generation = ${after.generation}::bigint),
        (select max(generation) from trending_generations)) as generation
    )
    select t.meme_id as id, t.generation::text, t.rank, t.likes, t.copies, t.views, t.score
    from trending_memes t
    where t.generation = (select generation from list) and t.period = ${period} and t.rank > ${after.rank}
      and (select ${isVisible(viewer, scope)} from memes m where m.id = t.meme_id)
    order by t.rank limit ${limit}`.execute(db)
  return found.rows
}
