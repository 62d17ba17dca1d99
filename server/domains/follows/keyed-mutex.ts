import PQueue from 'p-queue'
import { AppError } from '#server/platform/errors.ts'

/**
 * Runs work with the same key one at a time on this node, in FIFO order. A row lock would also serialize it, but each waiter
 * would hold a connection: a burst of follows of one popular person would use up the pool. Throws follow.busy if `maxWaiting`
 * items of that key are unfinished.
 */
export function createKeyedMutex(maxWaiting: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, PQueue>()
  return async (key, work) => {
    const queue = queues.get(key) ?? new PQueue({ concurrency: 1 })
    if (queue.size + queue.pending >= maxWaiting) throw new AppError('follow.busy')
    queues.set(key, queue)
    try {
      return await queue.add(work)
    } finally {
      if (queue.size + queue.pending === 0) queues.delete(key)
    }
  }
}
