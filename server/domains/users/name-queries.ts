import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import type { Tables } from '#server/db/tables.ts'
import { namesOf } from './person-names.ts'

export interface NamedPerson {
  id: string
  username: string
  displayName: string
}

/** Keeps what people are found by from here on, and forgets what they were. */
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
}

/** How a name fits what was typed, the best first; `misspelt` is still to be checked. */
export const FITS = ['whole', 'word', 'beginning', 'words', 'misspelt'] as const
export type Fit = (typeof FITS)[number]

export interface FoundPerson extends Selectable<Tables['users']> {
  fit: Fit
  /** The name that fits. */
  name: string
  is_following: boolean
  is_followed_by: boolean
}

export interface PeopleAsked {
  /** All that was typed, squashed. */
  typed: string
  /** Its words, where there are several; the longest of them is looked up, the others are compared. */
  words: string[]
  /** What is left of it with one letter out; none where it is too short to be misspelt. */
  deletes: string[]
}

/** Names read of each kind, whoever they are of: beyond that the typed text says too little. */
const READ = { beginning: 500, misspelt: 50 } as const

/** People who can be seen, by what they are called: the best fit first, of equals those with most followers. */
export async function findPeople(
  db: Db,
  { typed, words, deletes }: PeopleAsked,
  readerId: string | null,
  limit: number,
): Promise<FoundPerson[]> {
  const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length)
  const beginsWith = (text: string) => `${text}%`
  const found = await sql<FoundPerson>`
    with named as materialized (
      (select user_id, name, case when name <> ${typed} then 2 when is_whole then 0 else 1 end as fit
        from person_names where name like ${beginsWith(typed)} order by name using ~<~ limit ${READ.beginning})
      union all
      (select n.user_id, n.name, 3 from person_names n where ${first} <> '' and n.name like ${beginsWith(first)}
        and not exists (select from unnest(${others.map(beginsWith)}::text[]) o (pattern)
          where not exists (select from person_names p where p.user_id = n.user_id and p.name like o.pattern))
        order by n.name using ~<~ limit ${READ.beginning})
      union all
      select n.user_id, n.name, 4 from unnest(${deletes}::text[]) d (part)
        cross join lateral (select user_id, name from person_names where deletes @> array[d.part] limit ${READ.misspelt}) n
    ), best as (select distinct on (user_id) user_id, name, fit from named order by user_id, fit, name)
    select u.*, b.name, (${[...FITS]}::text[])[b.fit + 1] as fit,
      exists (select from follows f where f.follower_id = ${readerId} and f.followed_id = u.id) as is_following,
      exists (select from follows f where f.follower_id = u.id and f.followed_id = ${readerId}) as is_followed_by
    from best b join users u on u.id = b.user_id
    where u.suspended_at is null and (u.email_verified_at is not null or u.is_demo)
    order by b.fit, u.followers_count desc, u.id limit ${limit}`.execute(db)
  return found.rows
}
