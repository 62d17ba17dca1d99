import { AppError } from '#server/errors.ts'

/**
 * A mutex per key on this node, first come, first served; a failure does not affect others. A row lock would also serialise,
 * but each waiter would hold a connection, and a burst of follows of one person could use them all. Throws follow.busy if
 * `maxWaiting` tasks of that key are unfinished.
 */
export function createKeyedMutex(maxWaiting: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { last: Promise<void>; length: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= maxWaiting) throw new AppError('follow.busy')
    queues.set(key, queue)
    queue.length += 1
    const result = queue.last.then(work)
    queue.last = result.then(
      () => undefined,
      () => undefined,
    )
    try {
      return await result
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}
