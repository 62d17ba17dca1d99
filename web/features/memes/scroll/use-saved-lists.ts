import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { restoreLists, saveLists } from './saved-lists.ts'

let isRestored = false

/**
 * For screens with an infinite list: restores it after a reload or a return from another site.
 * @param fill puts lists that need no request into the cache; runs after saved lists are restored
 */
export function useSavedLists(fill?: (queryClient: QueryClient) => void): void {
  const queryClient = useQueryClient()
  // Runs before the first list queries its pages, once per page load.
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
