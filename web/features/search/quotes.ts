const QUOTES = /["“”„«»]/g
const PHRASE = /^["“”„«»]([^"“”„«»]+)["“”„«»]$/

/** Returns the search without quotation marks, so that its words match anywhere. */
export const withoutQuotes = (text: string) => text.replace(QUOTES, ' ').replace(/\s+/g, ' ').trim()

/** Returns the search for use in a quoted title, without quotation marks of its own if it is a quoted phrase. */
export const asQuoted = (text: string) => PHRASE.exec(text.trim())?.[1]?.trim() ?? text
