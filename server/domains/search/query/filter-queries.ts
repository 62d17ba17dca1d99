import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible } from '../../memes/lists/scopes.ts'
import { BANDS } from '../rules.ts'
import type { Found } from '../sources/found.ts'
import type { Condition, SearchRequest } from './read-request.ts'

/** Returns true if a condition narrows the search to a tag or person, which an index of memes can find. */
export const isNarrow = (conditions: readonly Condition[]): boolean =>
  conditions.some((one) => (one.kind === 'tag' || one.kind === 'user') && !one.not)

/** Returns the SQL that tests whether the meme `m` with the texts `t` meets all conditions. */
export function meets(conditions: readonly Condition[], viewer: Viewer): RawBuilder<SqlBool> {
  if (conditions.length === 0) return sql`true`
  return sql`(${sql.join(
    conditions.map((one) => fragmentOf(one, viewer)),
    sql` and `,
  )})`
}

function fragmentOf(condition: Condition, viewer: Viewer): RawBuilder<SqlBool> {
  switch (condition.kind) {
    case 'animated':
      return sql`m.animated = ${condition.animated}`
    case 'language':
      return sql`t.language = ${condition.language}`
    case 'since':
      return sql`m.id > ${condition.id}::uuid`
    case 'tag':
      return turned(sql`m.tags @> array[${condition.tag}]::text[]`, condition.not)
    case 'user':
      return turned(sql`coalesce(m.user_id = ${personId(condition.key, viewer)}, false)`, condition.not)
    case 'without':
      return lacks(condition.words, condition.isMarked)
  }
}

const turned = (fragment: RawBuilder<SqlBool>, not: boolean) => (not ? sql<SqlBool>`not ${fragment}` : fragment)

function personId(key: string | undefined, viewer: Viewer): RawBuilder<string> {
  if (key !== undefined) return sql`(select id from users where username_key = ${key})`
  return sql`${viewer.kind === 'member' ? viewer.userId : null}::uuid`
}

/** Tests that a phrase does not occur. The five fields are separate lines, so a phrase never spans two of them. */
function lacks(words: readonly string[], isMarked: boolean): RawBuilder<SqlBool> {
  const column = isMarked ? sql`t.exact_text` : sql`t.folded_text`
  const phrase = ` ${(isMarked ? words : words.map(fold)).join(' ')} `
  return sql`strpos(' ' || replace(${column}, E'\n', E' \n ') || ' ', ${phrase}) = 0`
}

/** Returns the given memes that meet the conditions. */
export async function filterByConditions(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  conditions: readonly Condition[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await sql<{ id: string }>`
    select m.id from memes m join meme_texts t on t.meme_id = m.id
    where m.id = any(${[...ids]}::uuid[]) and ${meets(conditions, viewer)}`.execute(db)
  return new Set(found.rows.map(({ id }) => id))
}

/**
 * Candidates of a search without words: the newest memes that meet the conditions. All rank equally, so each has the score of a
 * full match.
 */
export async function findByConditions(
  db: Db,
  viewer: Viewer,
  { conditions, newest, after, limit }: SearchRequest,
): Promise<Found[]> {
  if (conditions.length === 0) return []
  const matching = sql`
    select m.id from memes m join meme_texts t on t.meme_id = m.id
    where m.id <= ${newest}::uuid and ${after === undefined ? sql`true` : sql`m.id < ${after.id}::uuid`}
      and ${isVisible(viewer, 'offered')} and ${meets(conditions, viewer)}`
  // A narrow condition matches few memes: find them all by their index first. `offset 0` prevents a scan by id.
  const found = await sql<{ id: string }>`
    ${isNarrow(conditions) ? sql`select id from (${matching} offset 0) m` : matching}
    order by id desc limit ${limit + 1}`.execute(db)
  return found.rows.map(({ id }) => ({ id, score: BANDS.allWords, matched: [] }))
}
