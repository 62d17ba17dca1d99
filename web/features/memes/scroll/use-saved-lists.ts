import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { restoreLists, saveLists } from './saved-lists.ts'

let isRestored = false

/** For screens with an endless list: a reload, or a way back from another site, finds it as it was left. */
export function useSavedLists(): void {
  const queryClient = useQueryClient()
  // Before the first list looks for its pages, once a page load.
  useState(() => {
    if (!isRestored) restoreLists(queryClient)
    isRestored = true
  })
  useEffect(() => {
    const remember = () => saveLists(queryClient)
    window.addEventListener('pagehide', remember)
    return () => window.removeEventListener('pagehide', remember)
  }, [queryClient])
}
