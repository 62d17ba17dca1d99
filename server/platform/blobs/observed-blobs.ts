import type { Blobs } from './blobs.ts'

export type StorageOperation = 'put' | 'read' | 'stat' | 'remove' | 'check'

/** Notified after each storage call ends; for a read, when its first byte is ready. */
export interface StorageObserver {
  onEnd(operation: StorageOperation, outcome: 'ok' | 'failed', seconds: number): void
}

/** Wraps a storage with an observer. */
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
