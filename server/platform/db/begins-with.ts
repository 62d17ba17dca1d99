import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Greater than any character that can follow, in byte order. */
const LAST = '\u{10ffff}'

/**
 * Returns true if a column with a `text_pattern_ops` index starts with a text. Unlike `like`, this can use the index in a generic plan,
 * which prepared statements have.
 */
export const beginsWith = (column: string, beginning: string): RawBuilder<SqlBool> => {
  const ref = sql.ref(column)
  return sql`(${ref} ~>=~ ${beginning} and ${ref} ~<~ ${`${beginning}${LAST}`})`
}
