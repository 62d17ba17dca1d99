import PQueue from 'p-queue'

/**
 * Files copied or read concurrently while the site is running. Node.js has four threads for files, digests and compression
 * (libuv); a request needs a free one to have its token checked.
 */
export const FILES_AT_ONCE = 2

/**
 * Runs `work` for each item with limited concurrency, reading items only as they can start. After an error or an abort no
 * further item starts; throws the first error once all running items have ended.
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = new PQueue({ concurrency: atOnce })
  const errors: unknown[] = []
  for await (const item of items) {
    if (errors.length > 0 || signal?.aborted) break
    void queue.add(() =>
      work(item).catch((error: unknown) => {
        errors.push(error)
        queue.clear()
      }),
    )
    await queue.onSizeLessThan(1)
  }
  await queue.onIdle()
  if (errors.length > 0) throw errors[0]
}
