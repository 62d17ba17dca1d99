import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { FIRST_MOMENT, noteAnswer } from '../../../lib/answers.ts'
import { currentSession } from '../../../lib/session.ts'
import type { MemePages } from '../data/meme-page.ts'
import { isReturnNavigation, SAVED_LISTS_KEY } from './return-navigation.ts'
import { allAnchors, anchorOf, type ScrollAnchor, saveAnchor } from './scroll-anchor.ts'

const KEPT_FOR_MS = 30 * 60_000
/** Browsers hold some five million characters for a site; a list of 1,000 memes takes about one. */
const MAX_CHARS = 4_000_000
const LISTS = ['feed', 'feed-by-time', 'search', 'user-memes', 'frequent', 'album', 'history']

interface SavedLists {
  userId: string | null
  savedAt: number
  anchors: Record<string, ScrollAnchor>
  lists: { key: QueryKey; updatedAt: number; data: MemePages }[]
}

export const listKeyOf = (key: QueryKey): string => JSON.stringify(key)

/** Keeps, for a reload or a way back from another site, the pages and the anchor of each list that was scrolled. */
export function saveLists(queryClient: QueryClient, now = Date.now()): void {
  const scrolled = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => LISTS.includes(String(queryKey[0])) && !!anchorOf(listKeyOf(queryKey)) })
    .filter(({ state }) => state.data !== undefined)
    .toSorted((one, other) => other.getObserversCount() - one.getObserversCount())
    .map(({ queryKey, state }) => ({ key: queryKey, updatedAt: state.dataUpdatedAt, data: state.data as MemePages }))
  const userId = currentSession().user?.userId ?? null
  // What is shown comes first; the others are given up where there is no room for them.
  for (let count = scrolled.length; count > 0; count--) {
    const text = JSON.stringify({
      userId,
      savedAt: now,
      anchors: allAnchors(),
      lists: scrolled.slice(0, count),
    } satisfies SavedLists)
    if (text.length <= MAX_CHARS && write(text)) return
  }
  write(null)
}

/** Puts back what `rememberLists` kept, where the browser came by reload, back or forward, as the same reader. */
export function restoreLists(queryClient: QueryClient, now = Date.now()): void {
  const remembered = read()
  write(null)
  if (!remembered || !isReturnNavigation() || now - remembered.savedAt > KEPT_FOR_MS) return
  if (remembered.userId !== (currentSession().user?.userId ?? null)) return
  for (const { key, updatedAt, data } of remembered.lists) {
    if (queryClient.getQueryData(key) !== undefined) continue
    queryClient.setQueryData(key, data, { updatedAt })
    noteAnswer(data, FIRST_MOMENT)
    saveAnchor(listKeyOf(key), remembered.anchors[listKeyOf(key)] ?? null)
  }
}

function read(): SavedLists | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(SAVED_LISTS_KEY) ?? 'null') as SavedLists | null
    return Array.isArray(value?.lists) && typeof value.anchors === 'object' ? value : null
  } catch {
    return null
  }
}

/** False where the storage is full or forbidden. */
function write(text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(SAVED_LISTS_KEY)
    else sessionStorage.setItem(SAVED_LISTS_KEY, text)
    return true
  } catch {
    return false
  }
}
