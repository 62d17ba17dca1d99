import { readItem, removeItem, writeItem } from '../../lib/storage.ts'

const KEY = 'recent-searches'
const KEPT = 8

/** Recent searches on this device, latest first; never sent to the server. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(readItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function rememberSearch(text: string): void {
  const others = recentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase())
  writeItem(KEY, JSON.stringify([text, ...others].slice(0, KEPT)))
}

export const forgetSearches = () => removeItem(KEY)
