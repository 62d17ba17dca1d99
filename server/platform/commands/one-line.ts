/** Makes text safe for terminals: removes control characters, bidirectional overrides and line breaks. */
export const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')

/** Returns user text as one safe line for a terminal. */
export const oneLine = (text: string): string => withoutControls(text).replace(/\s+/g, ' ').trim()
