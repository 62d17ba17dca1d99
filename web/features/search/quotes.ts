const QUOTES = /["“”„«»]/g
const PHRASE = /^["“”„«»]([^"“”„«»]+)["“”„«»]$/

/** Returns the search without quotation marks, so that its words match anywhere. */
export const withoutQuotes = (text: string) => text.replace(QUOTES, ' ').replace(/\s+/g, ' ').trim()

/** Returns the search for titles that quote it: removes the quotation marks around a phrase, since the title adds its own. */
export const asQuoted = (text: string) => PHRASE.exec(text.trim())?.[1]?.trim() ?? text
