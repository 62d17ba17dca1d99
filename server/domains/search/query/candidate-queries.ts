import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { isOfLiveMeme } from '#server/db/live-memes-queries.ts'
import { isListedById } from '#server/db/viewer-filter-queries.ts'
import type { Viewer } from '#server/viewer.ts'
import type { MemeTexts } from '../rules.ts'

export interface CandidateRow extends MemeTexts {
  id: string
}

/** A query for certain words and its maximum number of memes, newest first, which bounds the cost of common words. */
export interface CandidateQuery {
  of: 'named' | 'folded'
  /** In tsquery form. */
  query: string
  /** The word groups, if one word of each group is required. */
  groups?: string[][]
  bound: number
}

/** Live memes that may match and that the viewer does not hide, not above `newest`, with the texts that the score is made of; each once. */
export async function findCandidates(
  db: Db,
  queries: CandidateQuery[],
  newest: string,
  viewer: Viewer,
): Promise<CandidateRow[]> {
  if (queries.length === 0) return []
  const plans = queries.map(({ of, groups, query, bound }, nth) => {
    const isShorter = groups
      ? sql`newest_scan_is_cheaper(${of}, ${JSON.stringify(groups)}::jsonb, ${query}::tsquery, ${bound})`
      : sql`false`
    return sql`${isShorter} as ${sql.ref(planColumn(nth))}`
  })
  const parts = queries.flatMap((one, nth) => [
    ...(one.groups ? [byIdScan(one, nth, newest)] : []),
    byIndex(one, nth, newest),
  ])
  // The plan is chosen once for both parts.
  const found = await sql<CandidateRow>`
    with plans as materialized (select ${sql.join(plans)})
    select f.meme_id as id, f.exact_text as exact, f.folded_text as folded from (${sql.join(parts, sql` union all `)}) f
    where ${isOfLiveMeme(sql.ref('f.meme_id'))} and ${isListedById(viewer, 'f.meme_id')}`.execute(db)
  return [...new Map(found.rows.map((row) => [row.id, row])).values()]
}

const planColumn = (nth: number) => `walks_${nth}`
const scansById = (nth: number) => sql`(select ${sql.ref(planColumn(nth))} from plans)`

/**
 * One of two plans for the newest matches: a scan by id from the newest meme down. `case` keeps the planner from using the word
 * index or choosing a full table scan by its row estimate.
 */
const byIdScan = ({ of, query, bound }: CandidateQuery, nth: number, newest: string) => sql`
  (select meme_id, exact_text, folded_text from meme_texts
    where ${scansById(nth)} and case when ${sql.ref(of)} @@ ${query}::tsquery then true else false end
      and meme_id <= ${newest}::uuid
    order by meme_id desc limit ${bound})`

/** The other plan: by the word index. `offset 0` prevents a scan by id. */
const byIndex = ({ of, query, bound }: CandidateQuery, nth: number, newest: string) => sql`
  (select * from (select meme_id, exact_text, folded_text from meme_texts
      where not ${scansById(nth)} and ${sql.ref(of)} @@ ${query}::tsquery and meme_id <= ${newest}::uuid offset 0) hits
    order by meme_id desc limit ${bound})`
