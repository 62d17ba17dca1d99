import { isUnavailable } from './unavailable.ts'

/**
 * Batches items: those that arrive while a batch of the same key is running share the next one. A hot key therefore uses one
 * connection, and batches grow with load. Writes are a group commit: each promise resolves after the commit, so acknowledged
 * items survive a crash.
 * @param run calls `take` as late as possible, since items join the batch until the first call; later calls return the same items
 */
export function createBatches<Item, Result>(
  run: (key: string, take: () => Item[]) => Promise<Result[]>,
  maxItems: number,
): (key: string, item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    resolve(result: Result): void
    reject(error: unknown): void
  }
  const queues = new Map<string, Waiting[]>()

  async function runBatch(key: string, take: () => Waiting[]): Promise<void> {
    try {
      const results = await run(key, () => take().map((waiting) => waiting.item))
      take().forEach((waiting, index) => {
        waiting.resolve(results[index] as Result)
      })
    } catch (error) {
      const batch = take()
      // A write that lost its connection may have been committed, so a retry could count it twice. If the batch ran out of time,
      // each retry could do so too, while later items wait for all of them.
      if (batch.length === 1 || isUnavailable(error)) for (const waiting of batch) waiting.reject(error)
      // Retry one by one, so that one failing item does not fail the others.
      else for (const waiting of batch) await runBatch(key, () => [waiting])
    }
  }

  async function drain(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      let batch: Waiting[] | undefined
      await runBatch(key, () => {
        batch ??= queue.splice(0, maxItems)
        return batch
      })
    }
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
