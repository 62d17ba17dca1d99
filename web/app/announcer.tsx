import { useEffect } from 'react'
import { announce, spoken } from '../lib/announce.ts'
import { useStore } from '../lib/store.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

/**
 * Says the name of each new screen, and of each meme that a step leads to in the open modal: pages of a single document
 * change in silence. A modal that opens or shuts is named by the focus that moves with it.
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
