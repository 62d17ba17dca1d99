/**
 * Lets work with the same key run one after another on this node, first come first served; a failure ends its own turn only.
 * A row lock would order it as well, but who waits for one holds a connection: a burst of follows of one popular person
 * would leave none for anybody else.
 */
export function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>()
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work)
    const over = turn.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, over)
    try {
      return await turn
    } finally {
      if (last.get(key) === over) last.delete(key)
    }
  }
}
