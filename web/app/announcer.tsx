import { useEffect } from 'react'
import { announce, spoken } from '../lib/announce.ts'
import { useStore } from '../lib/store.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

/**
 * Announces each new screen, and each meme reached by stepping in the open modal, since client-side navigation is silent. Opening
 * and closing a modal moves the focus, which screen readers announce.
 */
export function Announcer() {
  useEffect(() => {
    let hadDialog = hasDialog()
    const observer = new MutationObserver(() => {
      const changed = hasDialog() !== hadDialog
      hadDialog = hasDialog()
      if (!changed) announce(document.title)
    })
    const title = document.querySelector('title')
    if (title) observer.observe(title, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return <VisuallyHidden live>{useStore(spoken)}</VisuallyHidden>
}

const hasDialog = () => document.querySelector('[role="dialog"]') !== null
