import { type ItemKey, TAB_ITEMS } from './storage-registry.ts'

/** Local and session storage may be full, blocked or unavailable. Reads then return null, and writes do nothing. */
const areaOf = (key: ItemKey): Storage => (key in TAB_ITEMS ? sessionStorage : localStorage)

export function readItem(key: ItemKey): string | null {
  try {
    return areaOf(key).getItem(key)
  } catch {
    return null
  }
}

/** Returns false if the write failed. The tab then continues with its in-memory data. */
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
    // Storage is unavailable, as above.
  }
}
