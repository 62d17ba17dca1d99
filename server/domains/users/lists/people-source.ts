import { type RawBuilder, sql } from 'kysely'

/**
 * Candidates of a list of people. A source selects and orders the people of a list; the pipeline's filter decides about
 * visibility.
 */
export interface PeopleSource<Keys extends object = object> {
  /** A `select` of `person_id`, and of the columns in `Keys`. */
  candidates: RawBuilder<Keys>
  /** Columns of the candidates `c` and of their people `u`. */
  order: RawBuilder<unknown>
  /** Further columns of a person `u`, computed for the page alone. */
  details?: RawBuilder<unknown>
}

/** Latest first; continues after a time and an id. */
export interface NewestPeopleSource extends PeopleSource<{ at: Date }> {
  order: typeof NEWEST_FIRST
}
export const NEWEST_FIRST = sql`c.at desc, c.person_id desc`
