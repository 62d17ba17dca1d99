import PQueue from 'p-queue'
import { AppError } from '#server/platform/errors.ts'

/**
 * Lets work with the same key run one after another on this node, first come first served.
 * A row lock would order it as well, but who waits for one holds a connection: a burst of follows of one popular person
 * would leave none for anybody else. Throws follow.busy where `maxWaiting` of that key have not finished yet.
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
