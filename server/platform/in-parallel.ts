/**
 * Files copied or read concurrently while the site is running. Node.js has four threads for files, digests and compression
 * (libuv); a request needs a free one to have its token checked.
 */
export const FILES_AT_ONCE = 2

/**
 * Runs `work` for each item with limited concurrency. After an error no further item starts; throws the first error once all
 * running items have ended.
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const errors: unknown[] = []
  for await (const item of items) {
    const one: Promise<void> = work(item)
      .catch((error: unknown) => {
        errors.push(error)
      })
      .finally(() => running.delete(one))
    running.add(one)
    if (running.size >= atOnce) await Promise.race(running)
    if (errors.length > 0) break
  }
  await Promise.all(running)
  if (errors.length > 0) throw errors[0]
}
