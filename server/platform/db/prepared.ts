import { sql } from 'kysely'

const MARK = '/*prepared*/'
/** Length of the statement's beginning that is searched for the mark. */
const HEAD_LENGTH = 40
/** Maximum prepared statements per connection; further ones are planned each time. */
const TEXTS_MAX = 200

/**
 * Place this mark at the start of a statement to have each connection parse it once, and stop planning it once a generic plan
 * is as good. For hot statements with a text that does not depend on the number of values.
 */
export const prepared = sql.raw<never>(MARK)

/** Assigns a stable name to each marked text. */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (!text.slice(0, HEAD_LENGTH).includes(MARK)) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= TEXTS_MAX) return known
    const name = `memeroom_${names.size + 1}`
    names.set(text, name)
    return name
  }
}
