const QUOTES = /["“”„«»]/g
const PHRASE = /^["“”„«»]([^"“”„«»]+)["“”„«»]$/

/** A search without its quotation marks: its words, wherever they stand. */
export const withoutQuotes = (text: string) => text.replace(QUOTES, ' ').replace(/\s+/g, ' ').trim()

/** A search as titles quote it: one that is a phrase in quotation marks has them already. */
export const asQuoted = (text: string) => PHRASE.exec(text.trim())?.[1]?.trim() ?? text
