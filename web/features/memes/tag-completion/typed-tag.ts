const TYPED = /(^|[^\p{L}\p{M}\p{N}_/&#])#([\p{L}\p{M}\p{N}_]+)$/u

/** The hashtag that is being typed at the end of a text, without #; null where none is. */
export function typedTag(text: string): string | null {
  return TYPED.exec(text.normalize('NFC'))?.[2] ?? null
}

/** The text with the hashtag at its end written out, and a space behind it for the next word. */
export function completeTag(text: string, tag: string): string {
  return text.normalize('NFC').replace(TYPED, (_, before: string) => `${before}#${tag} `)
}
