import type { Blobs } from './blobs.ts'

export type StorageOperation = 'put' | 'read' | 'stat' | 'remove' | 'check'

/** Hears of each call to the storage that has ended; of a read, when its first byte could be sent. */
export interface StorageObserver {
  onEnd(operation: StorageOperation, outcome: 'ok' | 'failed', seconds: number): void
}

/** The same storage, with an observer. */
export function observeBlobs(blobs: Blobs, observer: StorageObserver): Blobs {
  const timed = async <T>(operation: StorageOperation, work: Promise<T>): Promise<T> => {
    const began = performance.now()
    const end = (outcome: 'ok' | 'failed') => observer.onEnd(operation, outcome, (performance.now() - began) / 1000)
    try {
      const result = await work
      end('ok')
      return result
    } catch (error) {
      end('failed')
      throw error
    }
  }
  return {
    put: (key, stagedPath, mime) => timed('put', blobs.put(key, stagedPath, mime)),
    read: (key, range) => timed('read', blobs.read(key, range)),
    stat: (key) => timed('stat', blobs.stat(key)),
    remove: (key) => timed('remove', blobs.remove(key)),
    locate: (key) => blobs.locate(key),
    list: () => blobs.list(),
    check: () => timed('check', blobs.check()),
  }
}
