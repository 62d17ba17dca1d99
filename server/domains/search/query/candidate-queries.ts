import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { arrayOf, prepared } from '#server/platform/db/prepared.ts'
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

/** Further queries, for memes that are wanted only if the others find fewer than `below`. */
interface Further {
  queries: CandidateQuery[]
  below: number
}

/**
 * Returns the live memes that may match, meet the conditions, are not hidden from the viewer, and are not above `newest`. Each
 * occurs once, with the texts for scoring.
 */
export const findCandidates = async (
  deps: StatisticsDeps,
  queries: CandidateQuery[],
  ...scope: [newest: string, viewer: Viewer, conditions?: readonly Condition[], choose?: typeof planFor]
): Promise<CandidateRow[]> => (await findCandidatesAnd(deps, queries, { queries: [], below: 0 }, ...scope)).rows

/**
 * `findCandidates`, with those of further queries if the same statement can read them: without the memes already found, and
 * undefined if they were not read.
 * @param choose chooses the plan of each query
 */
export async function findCandidatesAnd(
  deps: StatisticsDeps,
  queries: CandidateQuery[],
  further: Further,
  newest: string,
  viewer: Viewer,
  conditions: readonly Condition[] = [],
  choose: typeof planFor = planFor,
): Promise<{ rows: CandidateRow[]; further: CandidateRow[] | undefined }> {
  const { db } = deps
  if (queries.length === 0) return { rows: [], further: undefined }
  if (isNarrow(conditions))
    return { rows: await findNarrowed(db, queries, newest, viewer, conditions), further: undefined }
  const wanted = (bound: number) => (conditions.length === 0 ? bound : bound * SPARSER)
  const common = await commonWords(deps)
  const planOf = ({ of, groups, bound }: CandidateQuery) =>
    groups ? choose(common, { of, groups }, wanted(bound)) : 'index'
  const withPlan = (one: CandidateQuery): PlannedQuery => ({ ...one, plan: planOf(one) })
  const planned = queries.map(withPlan)
  const scope = { newest, meeting: meetsById(conditions, viewer), walks: sql`true`, looksUp: sql`true` }
  // Prepare only few statements: conditions and undecided plans would produce too many different texts.
  if (conditions.length === 0 && planned.every(isDecided)) {
    const others = further.queries.map(withPlan)
    if (others.length > 0 && others.every(isDecided))
      return findWithFurther(db, viewer, { planned, others, below: further.below }, scope)
    return { rows: await readCandidates(db, selectVisible(viewer, decidedParts(planned, scope))), further: undefined }
  }
  const undecided: RawBuilder<unknown>[] = []
  const partsOf = (one: PlannedQuery, nth: number) => {
    const { of, groups, query, bound, plan } = one
    const asked = sql`${query}::tsquery`
    if (plan === 'newest') return [containing(one, byIdScan(one, asked, scope))]
    if (plan === 'index') return [containing(one, byIndex(one, asked, scope))]
    undecided.push(
      sql`newest_scan_is_cheaper(${of}, ${JSON.stringify(groups)}::jsonb, ${asked}, ${wanted(bound)}) as ${sql.ref(planColumn(nth))}`,
    )
    const walks = sql`(select ${sql.ref(planColumn(nth))} from plans)`
    return [
      byIdScan(one, asked, { ...scope, walks }),
      byIndex(one, asked, { ...scope, looksUp: sql`not ${walks}` }),
    ].map((part) => containing(one, part))
  }
  const parts = planned.flatMap(partsOf)
  // Materialized, so that each plan is chosen once for both of its parts.
  const plans = undecided.length === 0 ? sql`` : sql`with plans as materialized (select ${sql.join(undecided)})`
  const found = await sql<{ text: string | null }>`${plans} ${asText(selectVisible(viewer, parts))}`.execute(db)
  return { rows: fromText(found.rows[0]?.text), further: undefined }
}

interface PlannedQuery extends CandidateQuery {
  plan: ReturnType<typeof planFor>
}

const isDecided = ({ plan }: PlannedQuery) => plan !== 'unknown'

/** The parts of queries with decided plans. */
const decidedParts = (planned: readonly PlannedQuery[], scope: ScanScope) =>
  [...Map.groupBy(planned, ({ of, plan, bound }) => `${of} ${plan} ${bound}`).values()].map((alike) => {
    const build = alike[0]?.plan === 'newest' ? byIdScan : byIndex
    return ofEach(alike, (one, asked) => build(one, asked, scope))
  })

const selectVisible = (viewer: Viewer, parts: RawBuilder<unknown>[]) => sql`
  select f.meme_id as id, f.exact_text as exact, f.folded_text as folded from (${sql.join(parts, sql` union all `)}) f
  where ${isVisibleById(viewer, 'offered', 'f.meme_id')}`

/** Reads both kinds in one statement, which skips the further ones if the first ones suffice. */
async function findWithFurther(
  db: Db,
  viewer: Viewer,
  { planned, others, below }: { planned: PlannedQuery[]; others: PlannedQuery[]; below: number },
  scope: ScanScope,
): Promise<{ rows: CandidateRow[]; further: CandidateRow[] | undefined }> {
  const more = sql`
    select * from (${selectVisible(viewer, decidedParts(others, scope))}) other
    where (select count(distinct id) from first) < ${sql.lit(below)} and id not in (select id from first)`
  const found = await sql<{ first: string | null; more: string | null }>`${prepared}
    with first as materialized (${selectVisible(viewer, decidedParts(planned, scope))})
    select (${asText(sql`select * from first`)}) as first, (${asText(more)}) as more`.execute(db)
  const rows = fromText(found.rows[0]?.first)
  return { rows, further: rows.length < below ? fromText(found.rows[0]?.more) : undefined }
}

// Words contain no control characters.
const FIELD = '\t'
const ROW = '\v'

/** One text of all rows: the drivers take much longer for hundreds of rows. It omits a folded text that equals the exact one. */
const asText = (candidates: RawBuilder<unknown>) => sql`
  select string_agg(concat_ws(${sql.lit(FIELD)}, f.id, f.exact, nullif(f.folded, f.exact)), ${sql.lit(ROW)}) as text
  from (${candidates}) f`

function fromText(text: string | null | undefined): CandidateRow[] {
  const rows = new Map<string, CandidateRow>()
  for (const row of text?.split(ROW) ?? []) {
    const [id = '', exact = '', folded = exact] = row.split(FIELD)
    rows.set(id, { id, exact, folded })
  }
  return [...rows.values()]
}

async function readCandidates(db: Db, candidates: RawBuilder<unknown>): Promise<CandidateRow[]> {
  const found = await sql<{ text: string | null }>`${prepared} ${asText(candidates)}`.execute(db)
  return fromText(found.rows[0]?.text)
}

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
  const all = sql`
    select n.meme_id as id, n.exact_text as exact, n.folded_text as folded from (${sql.join(parts, sql` union all `)}) n`
  const found = await sql<{ text: string | null }>`${asText(all)}`.execute(db)
  return fromText(found.rows[0]?.text)
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

/**
 * The part of each query, as a text that does not depend on their number. The queries are hidden from the planner, which would
 * otherwise plan the statement for each.
 */
function ofEach(
  queries: readonly CandidateQuery[],
  partOf: (one: CandidateQuery, asked: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [one, ...others] = queries
  if (!one) return sql`(select where false)`
  if (others.length === 0) return containing(one, partOf(one, sql`(select ${one.query}::tsquery)`))
  const asked = arrayOf(
    queries.map(({ query }) => query),
    'text',
  )
  return sql`(select part.* from (select one::tsquery as query from unnest(${asked}) one offset 0) asked,
    lateral ${partOf(one, sql`asked.query`)} part)`
}

const planColumn = (nth: number) => `walks_${nth}`

/**
 * One of two plans for the newest matches: a scan by id, from the newest meme down. `case` stops the planner from using the word
 * index, or from choosing a full table scan by its row estimate.
 */
const byIdScan = (
  { of, bound }: CandidateQuery,
  asked: RawBuilder<unknown>,
  { newest, meeting, walks }: ScanScope,
) => sql`
  (select meme_id, exact_text, folded_text from meme_texts t
    where ${walks} and case when ${sql.ref(of)} @@ ${asked} then ${meeting} else false end
      and meme_id <= ${newest}::uuid
    order by meme_id desc limit ${sql.lit(bound)})`

/**
 * The other plan: the word index. `offset 0` prevents a scan by id, also one of all ids up to `newest` together with the word index,
 * which takes longer the more memes there are.
 */
const byIndex = (
  { of, bound }: CandidateQuery,
  asked: RawBuilder<unknown>,
  { newest, meeting, looksUp }: ScanScope,
) => sql`
  (select * from (select meme_id, exact_text, folded_text from meme_texts t
      where ${looksUp} and ${sql.ref(of)} @@ ${asked} and ${meeting} offset 0) hits
    where meme_id <= ${newest}::uuid order by meme_id desc limit ${sql.lit(bound)})`
