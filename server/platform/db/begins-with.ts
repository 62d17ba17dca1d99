import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Above every character that a text can go on with, compared by bytes. */
const LAST = '\u{10ffff}'

/**
 * Whether a column with an index of `text_pattern_ops` begins with a text. Unlike `like`, it uses the index also in a plan for any
 * values, which prepared statements have.
 */
export const beginsWith = (column: string, beginning: string): RawBuilder<SqlBool> => {
  const ref = sql.ref(column)
  return sql`(${ref} ~>=~ ${beginning} and ${ref} ~<~ ${`${beginning}${LAST}`})`
}
