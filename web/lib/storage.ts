import { type ItemKey, TAB_ITEMS } from './storage-registry.ts'

/** Local and session storage that may be full, blocked or absent: reading gives null then, writing gives up. */
const areaOf = (key: ItemKey): Storage => (key in TAB_ITEMS ? sessionStorage : localStorage)

export function readItem(key: ItemKey): string | null {
  try {
    return areaOf(key).getItem(key)
  } catch {
    return null
  }
}

/** False where it was not written; the tab goes on with what it holds in memory. */
export function writeItem(key: ItemKey, value: string): boolean {
  try {
    areaOf(key).setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeItem(key: ItemKey): void {
  try {
    areaOf(key).removeItem(key)
  } catch {
    // As above.
  }
}
