import { readOwn, writeOwn } from '../../lib/member-items.ts'
import { removeItem } from '../../lib/storage.ts'

const KEY = 'recent-searches'
const KEPT = 8

/** Recent searches on this device, latest first; never sent to the server. */
export function recentSearches(): string[] {
  const stored = readOwn(KEY)
  return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, KEPT) : []
}

export function rememberSearch(text: string): void {
  const others = recentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase())
  writeOwn(KEY, [text, ...others].slice(0, KEPT))
}

export const forgetSearches = () => removeItem(KEY)
