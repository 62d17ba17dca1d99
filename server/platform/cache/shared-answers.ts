/**
 * Answers that many ask for within a moment, made once for all of them.
 * @param options.freshMs how old an answer may be; 0: nothing is shared
 * @param options.max of more answers, those made first go first
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
    /** After something was hidden that they may show. */
    forget: () => kept.clear(),
  }
}
