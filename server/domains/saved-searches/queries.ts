import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { SavedFilters } from '#contract/memes/saved-searches.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { ViewerFilters } from '#server/platform/viewer.ts'
import { filterColumns } from '../users/lists/hidden-people.ts'

export interface SavedSearchRow {
  id: string
  query: string
  filters: SavedFilters
  created_at: Date
}

const COLUMNS = ['id', 'query', 'filters', 'created_at'] as const

export async function findSavedSearches(db: Db, userId: string): Promise<SavedSearchRow[]> {
  return db
    .selectFrom('saved_searches')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Returns the saved search, which may have existed before; undefined if the member already has `max` others. Locks the member's
 * row, so that parallel requests respect the limit.
 */
export async function insertSavedSearch(
  tx: Tx,
  { id, userId, query, filters }: { id: string; userId: string; query: string; filters: SavedFilters },
  max: number,
): Promise<SavedSearchRow | undefined> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  const text = JSON.stringify(filters)
  const before = await tx
    .selectFrom('saved_searches')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('query', '=', query)
    .where('filters', '=', sql<SavedFilters>`${text}::jsonb`)
    .executeTakeFirst()
  if (before) return before
  if ((await findSavedSearches(tx, userId)).length >= max) return undefined
  return tx
    .insertInto('saved_searches')
    .values({ id, user_id: userId, query, filters: text })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Returns false if the member has no such search. */
export async function removeSavedSearch(tx: Tx, userId: string, id: string): Promise<boolean> {
  const found = await tx
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}

export interface DueSearch extends SavedSearchRow {
  user_id: string
}

/**
 * Claims the searches that have waited longest, if that is longer than some minutes. No other run claims the same ones. Skips
 * members who are suspended or switched these notifications off.
 */
export async function claimDue(tx: Tx, afterMinutes: number, limit: number): Promise<DueSearch[]> {
  const found = await sql<DueSearch>`
    with due as (
      select s.id from saved_searches s join users u on u.id = s.user_id
      where s.checked_at < now() - make_interval(mins => ${afterMinutes}) and u.suspended_at is null
        and not ('search' = any(u.notifications_off))
      order by s.checked_at limit ${limit} for update of s skip locked
    )
    update saved_searches s set checked_at = now() from due where s.id = due.id
    returning s.id, s.user_id, s.query, s.filters, s.created_at`.execute(tx)
  return found.rows
}

export interface Searcher {
  username: string
  language: Language
  filters: ViewerFilters
}

/** Returns the member of a saved search, as lists need them. */
export async function findSearcher(db: Db, userId: string): Promise<Searcher | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['username', 'content_language as language', ...filterColumns])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { username, language, ...filters } = row
  return { username, language, filters }
}

/**
 * Records memes as found for a search, except the member's own. Returns the newest one that is new to the search. Deletes the
 * oldest beyond `max`.
 */
export async function insertFound(
  tx: Tx,
  searchId: string,
  memeIds: readonly string[],
  max: number,
): Promise<string | undefined> {
  const found = await sql<{ meme_id: string }>`
    insert into saved_search_memes (search_id, meme_id)
    select s.id, m.id from saved_searches s, memes m
    where s.id = ${searchId}::uuid and m.id = any(${[...memeIds]}::uuid[]) and m.user_id is distinct from s.user_id
    order by m.id
    on conflict do nothing returning meme_id`.execute(tx)
  await sql`
    delete from saved_search_memes where search_id = ${searchId}::uuid and meme_id in (
      select meme_id from saved_search_memes where search_id = ${searchId}::uuid
      order by meme_id desc offset ${max})`.execute(tx)
  return found.rows
    .map(({ meme_id }) => meme_id)
    .toSorted()
    .at(-1)
}

/** Deletes records that no notification needs any more; returns their number. */
export async function deleteOldFound(tx: Tx, days: number, limit: number): Promise<number> {
  const gone = await sql`
    delete from saved_search_memes where ctid in (
      select ctid from saved_search_memes where found_at < now() - make_interval(days => ${days}) limit ${limit})
    returning 1`.execute(tx)
  return gone.rows.length
}
