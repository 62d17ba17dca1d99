import { sql } from 'kysely'

const MARK = '/*prepared*/'
/** Where the mark is looked for. */
const HEAD_LENGTH = 40
/** Texts that are kept prepared on a connection; those beyond are planned each time. */
const TEXTS_MAX = 200

/**
 * Marks a statement, at its beginning, for being parsed once per connection, which then also stops planning it where a plan for any
 * values is as good. For hot statements whose text does not depend on the number of their values.
 */
export const prepared = sql.raw<never>(MARK)

/** Names marked texts, the same for each. */
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
