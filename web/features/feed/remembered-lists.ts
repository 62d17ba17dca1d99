import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { currentSession } from '../../lib/session.ts'
import type { MemePages } from '../memes/meme-page.ts'
import { cameBack, KEPT_LISTS_KEY } from './kept-lists.ts'
import { allPlaces, keepPlace, type Place, placeOf } from './place.ts'

const KEPT_FOR_MS = 30 * 60_000
/** Browsers hold some five million characters for a site; a list of 1,000 memes takes about one. */
const MAX_CHARS = 4_000_000
const LISTS = ['feed', 'search', 'user-memes', 'frequent', 'album']

interface Remembered {
  userId: string | null
  savedAt: number
  places: Record<string, Place>
  lists: { key: QueryKey; updatedAt: number; data: MemePages }[]
}

export const listKeyOf = (key: QueryKey): string => JSON.stringify(key)

/** Keeps, for a reload or a way back from another site, the pages and the place of each list that was scrolled. */
export function rememberLists(queryClient: QueryClient, now = Date.now()): void {
  const scrolled = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => LISTS.includes(String(queryKey[0])) && !!placeOf(listKeyOf(queryKey)) })
    .filter(({ state }) => state.data !== undefined)
    .toSorted((one, other) => other.getObserversCount() - one.getObserversCount())
    .map(({ queryKey, state }) => ({ key: queryKey, updatedAt: state.dataUpdatedAt, data: state.data as MemePages }))
  const userId = currentSession().user?.userId ?? null
  // What is shown comes first; the others are given up where there is no room for them.
  for (let count = scrolled.length; count > 0; count--) {
    const text = JSON.stringify({
      userId,
      savedAt: now,
      places: allPlaces(),
      lists: scrolled.slice(0, count),
    } satisfies Remembered)
    if (text.length <= MAX_CHARS && write(text)) return
  }
  write(null)
}

/** Puts back what `rememberLists` kept, where the browser came by reload, back or forward, as the same reader. */
export function recallLists(queryClient: QueryClient, now = Date.now()): void {
  const remembered = read()
  write(null)
  if (!remembered || !cameBack() || now - remembered.savedAt > KEPT_FOR_MS) return
  if (remembered.userId !== (currentSession().user?.userId ?? null)) return
  for (const { key, updatedAt, data } of remembered.lists) {
    if (queryClient.getQueryData(key) !== undefined) continue
    queryClient.setQueryData(key, data, { updatedAt })
    keepPlace(listKeyOf(key), remembered.places[listKeyOf(key)] ?? null)
  }
}

function read(): Remembered | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(KEPT_LISTS_KEY) ?? 'null') as Remembered | null
    return Array.isArray(value?.lists) && typeof value.places === 'object' ? value : null
  } catch {
    return null
  }
}

/** False where the storage is full or forbidden. */
function write(text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(KEPT_LISTS_KEY)
    else sessionStorage.setItem(KEPT_LISTS_KEY, text)
    return true
  } catch {
    return false
  }
}
