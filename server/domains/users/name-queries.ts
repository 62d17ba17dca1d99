import { sql } from 'kysely'
import { beginsWith } from '#server/platform/db/begins-with.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { arrayOf } from '#server/platform/db/prepared.ts'
import type { PeopleSource } from './lists/people-source.ts'
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

/** Ranks of a match, best first; the caller must verify misspelled ones. */
export const FIT = { whole: 0, word: 1, beginning: 2, words: 3, misspelled: 4 } as const

/** Maximum names read per kind of match. */
const READ = { begun: 500, misspelled: 50 } as const

/**
 * People by name: best match first, then most followers.
 * @param typed the full typed text, folded and squashed
 * @param words its words if there are several; each may be incomplete
 * @param deletes the typed text without one of its letters each, to find names with one other letter, which the caller verifies
 */
export function namedSource({
  typed,
  words,
  deletes,
}: {
  typed: string
  words: string[]
  deletes: string[]
}): PeopleSource<{ name: string; fit: number }> {
  // The plans of `materialized` assume that all rows are read, but the limits stop them: for a common name, a few are enough.
  const asked = words.map((word) => `'${word}':*`).join(' & ')
  const several = sql`
    union all (with several as materialized (select user_id from person_words where words @@ ${asked}::tsquery)
      select user_id, ${typed}, ${sql.lit(FIT.words)} from several limit ${READ.begun})`
  const misspelled = sql`
    union all select n.user_id, n.name, ${sql.lit(FIT.misspelled)} from unnest(${arrayOf(deletes, 'text')}) d (part), lateral (
      with near as materialized (select user_id, name from person_names where deletes @> array[d.part])
      select * from near limit ${READ.misspelled}
    ) n`
  const named = sql`
    (select user_id, name, case when name <> ${typed} then ${sql.lit(FIT.beginning)}
        when is_whole then ${sql.lit(FIT.whole)} else ${sql.lit(FIT.word)} end as fit
      from person_names where ${beginsWith('name', typed)} order by name using ~<~ limit ${READ.begun})
    ${words.length > 1 ? several : sql``} ${deletes.length > 0 ? misspelled : sql``}`
  return {
    candidates: sql`select distinct on (user_id) user_id as person_id, name, fit from (${named}) n order by user_id, fit, name`,
    order: sql`c.fit, u.followers_count desc, u.id`,
  }
}
