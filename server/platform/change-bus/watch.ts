/** Waits for changes of one key. */
export interface Changes {
  /** Resolves at the next change, immediately if one came since the last call, on timeout, or on `signal`. */
  next(waitMs: number, signal: AbortSignal): Promise<void>
  close(): void
}

export interface Watch extends Changes {
  /** Reports a change. */
  signal(): void
}

export function createWatch(close: () => void): Watch {
  let isPending = false
  let wake: (() => void) | undefined
  return {
    signal() {
      isPending = true
      wake?.()
    },
    async next(waitMs, signal) {
      if (!isPending && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs)
          signal.addEventListener('abort', () => resolve(), { once: true })
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
      }
      isPending = false
    },
    close,
  }
}
