import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { recallLists, rememberLists } from './remembered-lists.ts'

let isRecalled = false

/** For screens with an endless list: a reload, or a way back from another site, finds it as it was left. */
export function useListMemory(): void {
  const queryClient = useQueryClient()
  // Before the first list looks for its pages, once a page load.
  useState(() => {
    if (!isRecalled) recallLists(queryClient)
    isRecalled = true
  })
  useEffect(() => {
    const remember = () => rememberLists(queryClient)
    window.addEventListener('pagehide', remember)
    return () => window.removeEventListener('pagehide', remember)
  }, [queryClient])
}
