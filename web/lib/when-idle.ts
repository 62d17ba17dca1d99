const TIMEOUT_MS = 2000

/** Runs work once the page has loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  const cancel = new AbortController()
  const { signal } = cancel
  const wait = () => {
    const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
    idle(() => !signal.aborted && work(), { timeout: TIMEOUT_MS })
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true, signal })
  return () => cancel.abort()
}
