import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { isLive } from '../live-queries.ts'
import type { MemeTexts } from '../rules.ts'

export interface CandidateRow extends MemeTexts {
  id: string
}

/** What is asked of which words, and how many memes it may bring, the newest first: bounds what a common word costs. */
export interface CandidateQuery {
  of: 'named' | 'folded'
  /** In tsquery form. */
  query: string
  /** Where one of the words of each group is asked for: these. */
  groups?: string[][]
  bound: number
}

/** Live memes that may match, not above `newest`, with the texts that the score is made of; each once. */
export async function findCandidates(db: Db, queries: CandidateQuery[], newest: string): Promise<CandidateRow[]> {
  if (queries.length === 0) return []
  const plans = queries.map(({ of, groups, query, bound }, nth) => {
    const isShorter = groups
      ? sql`walk_is_shorter(${of}, ${JSON.stringify(groups)}::jsonb, ${query}::tsquery, ${bound})`
      : sql`false`
    return sql`${isShorter} as ${sql.ref(planColumn(nth))}`
  })
  const parts = queries.flatMap((one, nth) => [
    ...(one.groups ? [byIdScan(one, nth, newest)] : []),
    byIndex(one, nth, newest),
  ])
  // The plan is chosen once for both of the parts that it decides between.
  const found = await sql<CandidateRow>`
    with plans as materialized (select ${sql.join(plans)})
    select f.meme_id as id, f.exact_text as exact, f.folded_text as folded from (${sql.join(parts, sql` union all `)}) f
    where ${isLive(sql.ref('f.meme_id'))}`.execute(db)
  return [...new Map(found.rows.map((row) => [row.id, row])).values()]
}

const planColumn = (nth: number) => `walks_${nth}`
const scansById = (nth: number) => sql`(select ${sql.ref(planColumn(nth))} from plans)`

/**
 * One of two plans for the newest matches: a scan by id from the newest meme down. `case` keeps the index of words out of it, and the planner's guess of how
 * many there are, for which it would read the whole table at once.
 */
const byIdScan = ({ of, query, bound }: CandidateQuery, nth: number, newest: string) => sql`
  (select meme_id, exact_text, folded_text from meme_texts
    where ${scansById(nth)} and case when ${sql.ref(of)} @@ ${query}::tsquery then true else false end
      and meme_id <= ${newest}::uuid
    order by meme_id desc limit ${bound})`

/** The other: by the index of words. `offset 0` keeps the walk out of it. */
const byIndex = ({ of, query, bound }: CandidateQuery, nth: number, newest: string) => sql`
  (select * from (select meme_id, exact_text, folded_text from meme_texts
      where not ${scansById(nth)} and ${sql.ref(of)} @@ ${query}::tsquery and meme_id <= ${newest}::uuid offset 0) hits
    order by meme_id desc limit ${bound})`
