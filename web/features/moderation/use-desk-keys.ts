import { useEffect } from 'react'

const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Keys of the desk, wherever the focus is, unless somebody types or a dialog is open. */
export function useDeskKeys(keys: Record<string, () => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      if (document.querySelector('[role="dialog"]')) return
      const press = keys[event.key.toLowerCase()]
      if (!press) return
      event.preventDefault()
      press()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys])
}
