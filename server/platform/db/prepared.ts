import { sql } from 'kysely'
import { PREPARED_MARK } from './statement-names.ts'

/**
 * Place this mark at the start of a statement to have each connection parse it once, and stop planning it once a generic plan
 * is as good. For hot statements with a text that does not depend on the number of values.
 */
export const prepared = sql.raw<never>(PREPARED_MARK)

/**
 * An array for a statement of this kind. If the planner saw its length, it would rate plans for that length as cheaper than the
 * generic plan, and plan the statement each time.
 */
export const arrayOf = (values: readonly unknown[], type: string) => sql<never>`(select ${values}::${sql.raw(type)}[])`

/** One field of all rows, as an array for a statement of this kind. */
export const columnOf = <K extends string>(rows: readonly { [key in K]: unknown }[], key: K, type: string) =>
  arrayOf(
    rows.map((row) => row[key]),
    type,
  )
