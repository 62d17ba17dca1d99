import type { Deps } from '#server/deps.ts'
import { PROGRESS_CHANNEL } from './queries.ts'

export interface Changes {
  /** Resolves at the next change, at once if there was one since the last call, on timeout, or on `signal`. */
  next(waitMs: number, signal: AbortSignal): Promise<void>
  close(): void
}

export interface UploadHub {
  watch(uploadId: string): Promise<Changes>
  close(): Promise<void>
}

class Watch {
  #isPending = false
  #wake: (() => void) | undefined

  signal(): void {
    this.#isPending = true
    this.#wake?.()
  }

  async next(waitMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#isPending && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        signal.addEventListener('abort', () => resolve(), { once: true })
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = undefined
    }
    this.#isPending = false
  }
}

/** Receives changes from every node through the database, with one connection for all streams of this node. */
export function createUploadHub(deps: Pick<Deps, 'listen'>): UploadHub {
  const watches = new Map<string, Set<Watch>>()
  let listening: Promise<{ close(): Promise<void> }> | undefined
  const listen = () => {
    listening ??= deps
      .listen(
        PROGRESS_CHANNEL,
        (uploadId) => {
          for (const watch of watches.get(uploadId) ?? []) watch.signal()
        },
        () => {
          for (const group of watches.values()) for (const watch of group) watch.signal()
        },
      )
      .catch((error: unknown) => {
        listening = undefined
        throw error
      })
    return listening
  }
  return {
    async watch(uploadId) {
      await listen()
      const watch = new Watch()
      const group = watches.get(uploadId) ?? new Set()
      watches.set(uploadId, group.add(watch))
      return {
        next: (waitMs, signal) => watch.next(waitMs, signal),
        close() {
          group.delete(watch)
          if (group.size === 0 && watches.get(uploadId) === group) watches.delete(uploadId)
        },
      }
    },
    async close() {
      await (await listening)?.close()
    },
  }
}
