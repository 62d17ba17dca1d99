import type { RawBuilder } from 'kysely'
import { lengthOf } from '#contract/bounded.ts'
import type { UserCard } from '#contract/people/users.ts'
import { fold, wordsOf } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deletionsOf, isOneLetterOff } from '#server/platform/one-letter-off.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { readPeople, readSelected, type SelectedPeople, selectPeople } from './lists/list-people.ts'
import { presentPerson } from './lists/present-person.ts'
import type { Audience } from './lists/visible-people.ts'
import { FIT, namedSource } from './name-queries.ts'
import { MISSPELLED_MAX_CHARS, normalizeName } from './person-names.ts'

const TYPED_FROM_CHARS = 2
const MISSPELT_FROM_CHARS = 5
const TYPED_UP_TO_CHARS = 50
const WORDS_MAX = 4
/** Over-fetch misspelled matches by this number, because names that are two letters off are filtered out afterwards. */
const MISSPELT_SPARE = 40

type NamedPeople = SelectedPeople<{ name: string; fit: number }>

/** A search for people that is part of a larger statement. */
export interface PeopleSearch {
  /** Selects one row. */
  row: RawBuilder<NamedPeople>
  read: (row: NamedPeople) => UserCard[]
}

/**
 * Searches people by username or display name: by full names or prefixes, by words in any order, or, without such matches, with one
 * wrong letter. Ignores case, tone marks and punctuation. Best match first, then most followers. Undefined if the text names no
 * one.
 */
export function searchPeople(viewer: Viewer, text: string, limit: number): PeopleSearch | undefined {
  const typed = normalizeName(text)
  const length = lengthOf(typed)
  if (length < TYPED_FROM_CHARS || length > TYPED_UP_TO_CHARS) return undefined
  const audience: Audience = { viewer, scope: 'offered' }
  const words = wordsOf(text).map(fold)
  const mayBeMisspelt = length >= MISSPELT_FROM_CHARS && length <= MISSPELLED_MAX_CHARS
  const source = namedSource({
    typed,
    words: words.length <= WORDS_MAX ? words : [],
    deletes: mayBeMisspelt ? deletionsOf(typed) : [],
  })
  return {
    row: selectPeople(audience, source, { limit: limit + (mayBeMisspelt ? MISSPELT_SPARE : 0) }),
    read: (row) => {
      const found = readSelected(row)
      const named = found.filter(({ fit }) => fit !== FIT.misspelled)
      const best = named.length > 0 ? named : found.filter(({ name }) => isOneLetterOff(typed, name))
      return best.slice(0, limit).map((person) => presentPerson(person, viewer))
    },
  }
}

/** Runs `searchPeople` in a statement of its own. */
export async function findPeople(db: Db, search: PeopleSearch | undefined): Promise<UserCard[]> {
  return search ? search.read(await readPeople(db, search.row)) : []
}
