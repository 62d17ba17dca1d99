/**
 * Leading-edge debounce: the first request runs at once. Later ones within `waitMs` wait, so that requests aborted meanwhile are
 * never sent.
 */
export function createDebounce(waitMs: number): (signal: AbortSignal) => Promise<void> {
  let last = Number.NEGATIVE_INFINITY
  return async (signal) => {
    const now = performance.now()
    const wait = now - last < waitMs ? waitMs : 0
    last = now
    if (wait > 0) await pause(wait, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(new DOMException('Aborted', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}
