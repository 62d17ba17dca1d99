const TYPED = /(^|[^\p{L}\p{M}\p{N}_/&#])#([\p{L}\p{M}\p{N}_]+)$/u

/** Returns the hashtag being typed at the end of a text, without #; null if there is none. */
export function typedTag(text: string): string | null {
  return TYPED.exec(text.normalize('NFC'))?.[2] ?? null
}

/** Completes the hashtag at the end of the text and adds a space for the next word. */
export function completeTag(text: string, tag: string): string {
  return text.normalize('NFC').replace(TYPED, (_, before: string) => `${before}#${tag} `)
}
