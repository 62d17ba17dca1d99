import type { KeyboardEvent } from 'react'

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'

/** Returns true if the element is a tab stop. In a radio group, only the checked radio button is one. */
function isTabStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility({ visibilityProperty: true }))
    return false
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true
  const group = [...(element.form ?? element.ownerDocument).querySelectorAll<HTMLInputElement>('input[type="radio"]')]
  return !group.some((other) => other.name === element.name && other.checked)
}

/**
 * Wraps the focus from the last tab stop of a modal to the first, and back with Shift+Tab, during the key press. The modal's own
 * guards do so a frame later. Until then the focus is on a guard outside the modal: a second quick Tab leaves the page, and a
 * closing modal does not restore the focus.
 */
export function trapFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
  const modal = event.currentTarget
  const active = modal.ownerDocument.activeElement
  // React also reports keys of a nested modal here.
  if (!modal.contains(active)) return
  const stops = [...modal.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isTabStop)
  const [first, last] = [stops[0], stops.at(-1)]
  const isAtEdge = event.shiftKey ? active === first || active === modal : active === last
  const next = event.shiftKey ? last : first
  if (!isAtEdge || !next) return
  event.preventDefault()
  next.focus()
}
