/**
 * Shares responses that many requests ask for at about the same time, computing each once.
 * @param options.freshMs maximum age of a response in milliseconds; 0 disables sharing
 * @param options.max maximum number of responses; evicts the oldest first
 */
export function createSharedAnswers<Answer>({ freshMs, max }: { freshMs: number; max: number }) {
  const kept = new Map<string, { expires: number; answer: Promise<Answer> }>()

  return {
    of(key: string, make: () => Promise<Answer>): Promise<Answer> {
      const now = Date.now()
      const known = kept.get(key)
      if (known && known.expires > now) return known.answer
      const made = { expires: now + freshMs, answer: make() }
      kept.delete(key)
      kept.set(key, made)
      for (const oldest of kept.keys()) {
        if (kept.size <= max) break
        kept.delete(oldest)
      }
      made.answer.catch(() => {
        if (kept.get(key) === made) kept.delete(key)
      })
      return made.answer
    },
    /** Call it after hiding content that the responses may include. */
    forget: () => kept.clear(),
  }
}
