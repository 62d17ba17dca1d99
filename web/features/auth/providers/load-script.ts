const loading = new Map<string, Promise<void>>()

/** Loads a provider's script once. A failed load can be retried. */
export function loadScript(src: string): Promise<void> {
  const known = loading.get(src)
  if (known) return known
  const load = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      loading.delete(src)
      reject(new Error(`could not load ${src}`))
    }
    document.head.append(script)
  })
  loading.set(src, load)
  return load
}
