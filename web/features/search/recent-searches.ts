import { readMemberItem, writeMemberItem } from '../../lib/member-items.ts'
import { removeItem } from '../../lib/storage.ts'

const KEY = 'recent-searches'
const SEARCHES_MAX = 8

/** Recent searches on this device, latest first; never sent to the server. */
export function recentSearches(): string[] {
  const stored = readMemberItem(KEY)
  return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, SEARCHES_MAX) : []
}

export function rememberSearch(text: string): void {
  const others = recentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase())
  writeMemberItem(KEY, [text, ...others].slice(0, SEARCHES_MAX))
}

export const forgetSearches = () => removeItem(KEY)
