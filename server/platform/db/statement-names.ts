/** Starts a statement that each connection prepares; see `prepared.ts`. */
export const PREPARED_MARK = '/*prepared*/'
/** Length of the statement's beginning that is searched for the mark. */
const HEAD_LENGTH = 40
/** Maximum prepared statements per connection; further ones are planned each time. */
const TEXTS_MAX = 200

/** Assigns a stable name to each marked text. Imports nothing, so that the database's thread starts fast. */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (!text.slice(0, HEAD_LENGTH).includes(PREPARED_MARK)) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= TEXTS_MAX) return known
    const name = `memeroom_${names.size + 1}`
    names.set(text, name)
    return name
  }
}
