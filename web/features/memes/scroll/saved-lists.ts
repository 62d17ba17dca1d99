import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Meme } from '#contract/memes/memes.ts'
import { isHiddenMeme, serverMeme } from '../../../entities/memes.ts'
import { readMemberItem, writeMemberItem } from '../../../lib/member-items.ts'
import { FIRST_MOMENT, storeResponse } from '../../../lib/responses.ts'
import { removeItem } from '../../../lib/storage.ts'
import type { MemePages } from '../data/meme-page.ts'
import { isReturnNavigation } from './return-navigation.ts'
import { allAnchors, anchorOf, type ScrollAnchor, saveAnchor } from './scroll-anchor.ts'

const KEY = 'lists'
const MAX_AGE_MS = 30 * 60_000
/** Browsers store about five million characters per site; a list of 1,000 memes takes about one million. */
const MAX_CHARS = 4_000_000
const LISTS = ['feed', 'feed-by-time', 'search', 'user-memes', 'frequent', 'album', 'history']

interface SavedLists {
  savedAt: number
  anchors: Record<string, ScrollAnchor>
  /** The lists hold ids, so they are worthless without the memes. */
  lists: { key: QueryKey; updatedAt: number; data: MemePages; memes: readonly Meme[] }[]
}

export const listKeyOf = (key: QueryKey): string => JSON.stringify(key)

/** Saves the pages and anchor of each scrolled list, for a reload or a return from another site. */
export function saveLists(queryClient: QueryClient, now = Date.now()): void {
  const scrolled = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => LISTS.includes(String(queryKey[0])) && !!anchorOf(listKeyOf(queryKey)) })
    .filter(({ state }) => state.data !== undefined)
    .toSorted((one, other) => other.getObserversCount() - one.getObserversCount())
    .map(({ queryKey, state }) => {
      const data = withoutDeleted(state.data as MemePages)
      const memes = data.pages.flatMap((page) => page.memes.flatMap((entry) => serverMeme(entry) ?? []))
      return { key: queryKey, updatedAt: state.dataUpdatedAt, data, memes }
    })
  // Displayed lists come first; the rest is dropped if it does not fit.
  for (let count = scrolled.length; count > 0; count--) {
    const saved: SavedLists = { savedAt: now, anchors: allAnchors(), lists: scrolled.slice(0, count) }
    if (JSON.stringify(saved).length <= MAX_CHARS && writeMemberItem(KEY, saved)) return
  }
  removeItem(KEY)
}

/** A reload forgets which memes of the list the member has deleted since. */
const withoutDeleted = (data: MemePages): MemePages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, memes: page.memes.filter(({ _id }) => !isHiddenMeme(_id)) })),
})

/** Restores the lists stored by `saveLists`, if the user arrived by reload, back or forward and is still the same. */
export function restoreLists(queryClient: QueryClient, now = Date.now()): void {
  const remembered = read()
  removeItem(KEY)
  if (!remembered || !isReturnNavigation() || now - remembered.savedAt > MAX_AGE_MS) return
  for (const { key, updatedAt, data, memes } of remembered.lists) {
    if (queryClient.getQueryData(key) !== undefined) continue
    queryClient.setQueryData(key, data, { updatedAt })
    storeResponse([data, memes], FIRST_MOMENT)
    saveAnchor(listKeyOf(key), remembered.anchors[listKeyOf(key)] ?? null)
  }
}

function read(): SavedLists | null {
  const value = readMemberItem(KEY) as SavedLists | undefined
  return Array.isArray(value?.lists) && typeof value.anchors === 'object' ? value : null
}
