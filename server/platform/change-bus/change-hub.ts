import type { Deps } from '../deps.ts'

export interface Changes {
  /** Resolves at the next change, immediately if one came since the last call, on timeout, or on `signal`. */
  next(waitMs: number, signal: AbortSignal): Promise<void>
  close(): void
}

export interface ChangeHub {
  /** @param key the payload of the channel's notifications to watch */
  watch(key: string): Promise<Changes>
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

/** Receives changes from every node through the database, over one connection for all streams of this node. */
export function createChangeHub(deps: Pick<Deps, 'listen'>, channel: string): ChangeHub {
  const watches = new Map<string, Set<Watch>>()
  let listening: Promise<{ close(): Promise<void> }> | undefined
  const listen = () => {
    listening ??= deps
      .listen(
        channel,
        (key) => {
          for (const watch of watches.get(key) ?? []) watch.signal()
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
    async watch(key) {
      await listen()
      const watch = new Watch()
      const group = watches.get(key) ?? new Set()
      watches.set(key, group.add(watch))
      return {
        next: (waitMs, signal) => watch.next(waitMs, signal),
        close() {
          group.delete(watch)
          if (group.size === 0 && watches.get(key) === group) watches.delete(key)
        },
      }
    },
    async close() {
      await (await listening)?.close()
    },
  }
}
