import { isServiceDown } from '#server/platform/unavailable.ts'

/**
 * Group commit: items that arrive while a write for the same key is running share the next write. A hot key therefore uses one
 * connection, and batches grow with load. Each promise resolves after the commit, so acknowledged items survive a crash.
 */
export function createGroupCommit<Item, Result>(
  write: (key: string, items: Item[]) => Promise<Result[]>,
  maxItems: number,
): (key: string, item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    resolve(result: Result): void
    reject(error: unknown): void
  }
  const queues = new Map<string, Waiting[]>()

  async function writeTogether(key: string, batch: Waiting[]): Promise<void> {
    try {
      const results = await write(
        key,
        batch.map((waiting) => waiting.item),
      )
      batch.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result)
      })
    } catch (error) {
      // A write that lost its connection may have been committed; retrying it could count it twice.
      if (batch.length === 1 || isServiceDown(error)) for (const waiting of batch) waiting.reject(error)
      // Retry one by one, so that one failing item does not fail the others.
      else for (const waiting of batch) await writeTogether(key, [waiting])
    }
  }

  async function drain(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await writeTogether(key, queue.splice(0, maxItems))
    queues.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key)
      if (queue) {
        queue.push({ item, resolve, reject })
        return
      }
      const started: Waiting[] = [{ item, resolve, reject }]
      queues.set(key, started)
      void drain(key, started)
    })
}
