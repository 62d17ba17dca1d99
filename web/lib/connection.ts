import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** False while the browser reports that it is offline. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
