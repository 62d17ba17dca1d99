declare global {
  /** Set by the script of the first view, for the application. */
  var handOverEarlyFiles: (() => File[]) | undefined
}

/** Keeps what is pasted or dropped while the application is loading. Without this, a drop would leave the page for the file. */
export function keepEarlyFiles(): void {
  const listening = new AbortController()
  let files: File[] = []
  for (const name of ['dragover', 'drop', 'paste']) {
    const keep = (event: Event) => {
      const { dataTransfer, clipboardData } = event as DragEvent & ClipboardEvent
      const data = dataTransfer ?? clipboardData
      // A copied paragraph brings a picture of itself along.
      if (!data?.types.includes('Files') || data.types.includes('text/plain')) return
      if (dataTransfer) event.preventDefault()
      if (data.files.length > 0) files = [...data.files]
    }
    addEventListener(name, keep, { signal: listening.signal })
  }
  globalThis.handOverEarlyFiles = () => {
    listening.abort()
    const taken = files
    files = []
    return taken
  }
}

/** For whoever listens from now on: what came before, once. */
export const takeEarlyFiles = (): File[] => globalThis.handOverEarlyFiles?.() ?? []
