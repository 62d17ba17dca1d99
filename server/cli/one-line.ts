/** Text that people wrote, as one line for a terminal: no line breaks, nothing that a terminal obeys, no turned writing direction. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
