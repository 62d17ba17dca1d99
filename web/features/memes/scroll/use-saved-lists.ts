import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { restoreLists, saveLists } from './saved-lists.ts'

let isRestored = false

/**
 * For screens with an endless list: a reload, or a way back from another site, finds it as it was left.
 * @param fill puts lists that need no request into the cache; runs after those that were saved
 */
export function useSavedLists(fill?: (queryClient: QueryClient) => void): void {
  const queryClient = useQueryClient()
  // Before the first list looks for its pages, once a page load.
  useState(() => {
    if (!isRestored) restoreLists(queryClient)
    isRestored = true
    fill?.(queryClient)
  })
  useEffect(() => {
    const save = () => saveLists(queryClient)
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [queryClient])
}
