import { AppError } from '#server/errors.ts'

/**
 * Lets work with the same key run one after another on this node, first come first served; a failure ends its own turn only.
 * A row lock would order it as well, but who waits for one holds a connection: a burst of follows of one popular person
 * would leave none for anybody else. Throws follow.busy where `maxWaiting` of that key have not finished yet.
 */
export function createKeyedMutex(maxWaiting: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { last: Promise<void>; length: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= maxWaiting) throw new AppError('follow.busy')
    queues.set(key, queue)
    queue.length += 1
    const turn = queue.last.then(work)
    queue.last = turn.then(
      () => undefined,
      () => undefined,
    )
    try {
      return await turn
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}
