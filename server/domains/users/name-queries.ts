import { type RawBuilder, type Selectable, sql } from 'kysely'
import { beginsWith } from '#server/platform/db/begins-with.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { isPersonShown } from '#server/platform/db/viewer-filter-queries.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { namesOf } from './person-names.ts'

export interface NamedPerson {
  id: string
  username: string
  displayName: string
}

/** Replaces a member's search names. */
export async function replaceNames(tx: Tx, people: NamedPerson[]): Promise<void> {
  if (people.length === 0) return
  const ids = people.map(({ id }) => id)
  const rows = people.flatMap((person) =>
    namesOf(person).map(({ name, isWhole, deletes }) => ({ user_id: person.id, name, is_whole: isWhole, deletes })),
  )
  await tx.deleteFrom('person_names').where('user_id', 'in', ids).execute()
  await sql`
    insert into person_names (user_id, name, is_whole, deletes)
    select n.user_id, n.name, n.is_whole, n.deletes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(user_id uuid, name text, is_whole boolean, deletes text[])
    on conflict do nothing`.execute(tx)
  const words = people.map((person) => ({
    user_id: person.id,
    words: rows.filter((row) => row.user_id === person.id).map((row) => row.name),
  }))
  await sql`
    insert into person_words (user_id, words)
    select w.user_id, array_to_tsvector(w.words) from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as w(user_id uuid, words text[])
    on conflict (user_id) do update set words = excluded.words`.execute(tx)
}

/** How a name matches, best first; the caller must verify `misspelt`. */
const FITS = ['whole', 'word', 'beginning', 'words', 'misspelt'] as const

export interface FoundPerson extends Selectable<Tables['users']> {
  fit: (typeof FITS)[number]
  /** The name that matches; for several words, the full typed text. */
  name: string
  is_following: boolean
  is_followed_by: boolean
}

/** Maximum names read per kind of match. */
const READ = { begun: 500, misspelt: 50 } as const

/**
 * Returns visible people by name: best match first, then most followers.
 * @param typed the full typed text, folded and squashed
 * @param words its words if there are several; each may be incomplete
 */
export async function findNamed(
  db: Db,
  { typed, words }: { typed: string; words: string[] },
  viewer: Viewer,
  limit: number,
): Promise<FoundPerson[]> {
  const asked = words.map((word) => `'${word}':*`).join(' & ')
  const several = sql`
    union all (select user_id, ${typed}, 3 from together limit ${READ.begun})`
  return people(
    db,
    sql`
      ${words.length > 1 ? sql`together as materialized (select user_id from person_words where words @@ ${asked}::tsquery),` : sql``}
      named as materialized (
        (select user_id, name, case when name <> ${typed} then 2 when is_whole then 0 else 1 end as fit
          from person_names where ${beginsWith('name', typed)} order by name using ~<~ limit ${READ.begun})
        ${words.length > 1 ? several : sql``}
      )`,
    viewer,
    limit,
  )
}

/** Like findNamed, but finds names that match the typed text after removing one letter from either or both. */
export async function findMisspelt(db: Db, deletes: string[], viewer: Viewer, limit: number): Promise<FoundPerson[]> {
  // The plan assumes that all rows are read, but the limit stops it: for a common name, a few are enough.
  return people(
    db,
    sql`named as materialized (
      select n.user_id, n.name, 4 as fit from unnest(${deletes}::text[]) d (part), lateral (
        with near as materialized (select user_id, name from person_names where deletes @> array[d.part])
        select * from near limit ${READ.misspelt}
      ) n
    )`,
    viewer,
    limit,
  )
}

async function people(db: Db, named: RawBuilder<unknown>, viewer: Viewer, limit: number): Promise<FoundPerson[]> {
  const readerId = viewer.kind === 'member' ? viewer.userId : null
  const found = await sql<FoundPerson>`${prepared}
    with ${named}, best as (select distinct on (user_id) user_id, name, fit from named order by user_id, fit, name)
    select u.*, b.name, (${[...FITS]}::text[])[b.fit + 1] as fit,
      exists (select from follows f where f.follower_id = ${readerId} and f.followed_id = u.id) as is_following,
      exists (select from follows f where f.follower_id = u.id and f.followed_id = ${readerId}) as is_followed_by
    from best b, lateral (select * from users where id = b.user_id offset 0) u
    where u.suspended_at is null and (u.email_verified_at is not null or u.is_demo) and ${isPersonShown(viewer, 'u.id', 'lists')}
    order by b.fit, u.followers_count desc, u.id limit ${limit}`.execute(db)
  return found.rows
}
