import { useEffect } from 'react'

const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

interface DeskKeys {
  /** Repeat while the key is held. */
  moves: Readonly<Record<string, () => void>>
  /** Run once per press, since each may decide about another meme. */
  acts: Readonly<Record<string, () => void>>
}

/** Handles the desk's keys regardless of focus, except while the user types or a dialog is open. */
export function useDeskKeys({ moves, acts }: DeskKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      if (document.querySelector('[role="dialog"]')) return
      const key = event.key.toLowerCase()
      const press = moves[key] ?? acts[key]
      if (!press) return
      event.preventDefault()
      if (!event.repeat || moves[key]) press()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [moves, acts])
}
