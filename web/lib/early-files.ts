declare global {
  /** Set by the first view's script, for the application. */
  var handOverEarlyFiles: (() => File[]) | undefined
}

/** Stores files that are pasted or dropped while the application loads. Without this, a drop would navigate to the file. */
export function catchEarlyFiles(): void {
  const listening = new AbortController()
  let files: File[] = []
  for (const name of ['dragover', 'drop', 'paste']) {
    const keep = (event: Event) => {
      const { dataTransfer, clipboardData } = event as DragEvent & ClipboardEvent
      const data = dataTransfer ?? clipboardData
      // A copied paragraph also carries a picture of itself.
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

/** Returns the files that arrived before the caller listened, once. */
export const takeEarlyFiles = (): File[] => globalThis.handOverEarlyFiles?.() ?? []
