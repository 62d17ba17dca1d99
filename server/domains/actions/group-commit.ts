import { isServiceDown } from '#server/unavailable.ts'

/**
 * Lets what arrives for one key while a write of that key is under way share the next write. However hot a key is, it
 * holds one connection of this process, and the more that wait the more go at once. An answer comes after the commit, so
 * nothing that was answered is lost in a crash.
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
      // A write that the connection did not outlive may have been made: written again, it would count twice.
      if (batch.length === 1 || isServiceDown(error)) for (const waiting of batch) waiting.reject(error)
      // One that cannot be written must not take the others with it.
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
