import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible, isVisibleById } from '../../memes/lists/scopes.ts'
import type { MemeTexts } from '../rules.ts'
import { commonWords, planFor, type StatisticsDeps } from './common-words-queries.ts'
import { isNarrow, meets } from './filter-queries.ts'
import type { Condition } from './read-request.ts'

export interface CandidateRow extends MemeTexts {
  id: string
}

/** A query for certain words and its maximum number of memes, newest first. The maximum bounds the cost of common words. */
export interface CandidateQuery {
  of: 'named' | 'folded'
  /** In tsquery syntax. */
  query: string
  /** The word groups, if the query requires one word of each group. */
  groups?: string[][]
  bound: number
  /** Returns only memes within the bound that have one of these texts, at most this many. */
  containing?: { texts: readonly string[]; bound: number }
}

/**
 * Multiplies the wanted number when conditions apply: a scan by id then visits more memes, and their number is unknown
 * beforehand.
 */
const SPARSER = 8
const PREPARED_UP_TO = 3

/**
 * Returns the live memes that may match, meet the conditions, are not hidden from the viewer, and are not above `newest`. Each
 * occurs once, with the texts for scoring.
 * @param choose chooses the plan of each query
 */
export async function findCandidates(
  deps: StatisticsDeps,
  queries: CandidateQuery[],
  newest: string,
  viewer: Viewer,
  conditions: readonly Condition[] = [],
  choose: typeof planFor = planFor,
): Promise<CandidateRow[]> {
  const { db } = deps
  if (queries.length === 0) return []
  if (isNarrow(conditions)) return distinct(await findNarrowed(db, queries, newest, viewer, conditions))
  const wanted = (bound: number) => (conditions.length === 0 ? bound : bound * SPARSER)
  const common = await commonWords(deps)
  const meeting = meetsById(conditions, viewer)
  const undecided: RawBuilder<unknown>[] = []
  const parts = queries.flatMap((one, nth) => {
    const { of, groups, query, bound } = one
    const plan = groups ? choose(common, { of, groups }, wanted(bound)) : 'index'
    const scope = { newest, meeting, walks: sql`true`, looksUp: sql`true` }
    if (plan === 'newest') return [containing(one, byIdScan(one, scope))]
    if (plan === 'index') return [containing(one, byIndex(one, scope))]
    undecided.push(
      sql`newest_scan_is_cheaper(${of}, ${JSON.stringify(groups)}::jsonb, ${query}::tsquery, ${wanted(bound)}) as ${sql.ref(planColumn(nth))}`,
    )
    const walks = sql`(select ${sql.ref(planColumn(nth))} from plans)`
    return [byIdScan(one, { ...scope, walks }), byIndex(one, { ...scope, looksUp: sql`not ${walks}` })].map((part) =>
      containing(one, part),
    )
  })
  // Prepare only few statements: conditions, partial matches and undecided plans would produce too many different texts.
  const mark = conditions.length === 0 && queries.length <= PREPARED_UP_TO && undecided.length === 0 ? prepared : sql``
  // Materialized, so that each plan is chosen once for both of its parts.
  const plans = undecided.length === 0 ? sql`` : sql`with plans as materialized (select ${sql.join(undecided)})`
  const found = await sql<CandidateRow>`${mark}
    ${plans}
    select f.meme_id as id, f.exact_text as exact, f.folded_text as folded from (${sql.join(parts, sql` union all `)}) f
    where ${isVisibleById(viewer, 'offered', 'f.meme_id')}`.execute(db)
  return distinct(found.rows)
}

const distinct = (rows: CandidateRow[]) => [...new Map(rows.map((row) => [row.id, row])).values()]

/**
 * Returns candidates for searches by tag or person. The planner's statistics show whether the tag, the person or the words match
 * fewer memes.
 */
async function findNarrowed(
  db: Db,
  queries: CandidateQuery[],
  newest: string,
  viewer: Viewer,
  conditions: readonly Condition[],
): Promise<CandidateRow[]> {
  const parts = queries.map((one) =>
    containing(
      one,
      sql`
      (select * from (select t.meme_id, t.exact_text, t.folded_text from meme_texts t join memes m on m.id = t.meme_id
          where ${sql.ref(`t.${one.of}`)} @@ ${one.query}::tsquery and t.meme_id <= ${newest}::uuid
            and ${isVisible(viewer, 'offered')} and ${meets(conditions, viewer)} offset 0) hits
        order by meme_id desc limit ${one.bound})`,
    ),
  )
  const found = await sql<CandidateRow>`
    select f.meme_id as id, f.exact_text as exact, f.folded_text as folded
    from (${sql.join(parts, sql` union all `)}) f`.execute(db)
  return found.rows
}

/** Returns the conditions for a row of `meme_texts t`; they cost a lookup of its meme. */
function meetsById(conditions: readonly Condition[], viewer: Viewer): RawBuilder<SqlBool> {
  if (conditions.length === 0) return sql`true`
  return sql`exists (select from memes m where m.id = t.meme_id and ${meets(conditions, viewer)})`
}

interface ScanScope {
  newest: string
  meeting: RawBuilder<SqlBool>
  /** SQL conditions for the two plans: a scan by id (`walks`), or the index (`looksUp`). */
  walks: RawBuilder<unknown>
  looksUp: RawBuilder<unknown>
}

/** Reduces the memes of a query to those with one of its texts. Words and emoji contain no wildcards. */
function containing({ containing: wanted }: CandidateQuery, part: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!wanted) return part
  const patterns = wanted.texts.map((text) => `%${text}%`)
  return sql`(select meme_id, exact_text, folded_text from ${part} looked_at
    where exact_text like any(${patterns}::text[]) order by meme_id desc limit ${sql.lit(wanted.bound)})`
}

const planColumn = (nth: number) => `walks_${nth}`

/**
 * One of two plans for the newest matches: a scan by id, from the newest meme down. `case` stops the planner from using the word
 * index, or from choosing a full table scan by its row estimate.
 */
const byIdScan = ({ of, query, bound }: CandidateQuery, { newest, meeting, walks }: ScanScope) => sql`
  (select meme_id, exact_text, folded_text from meme_texts t
    where ${walks} and case when ${sql.ref(of)} @@ ${query}::tsquery then ${meeting} else false end
      and meme_id <= ${newest}::uuid
    order by meme_id desc limit ${sql.lit(bound)})`

/** The other plan: the word index. `offset 0` prevents a scan by id. */
const byIndex = ({ of, query, bound }: CandidateQuery, { newest, meeting, looksUp }: ScanScope) => sql`
  (select * from (select meme_id, exact_text, folded_text from meme_texts t
      where ${looksUp} and ${sql.ref(of)} @@ ${query}::tsquery and meme_id <= ${newest}::uuid
        and ${meeting} offset 0) hits
    order by meme_id desc limit ${sql.lit(bound)})`
