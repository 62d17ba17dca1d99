import type { KeyboardEvent } from 'react'

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'

/** Whether Tab stops there. Of radio buttons with one name it stops at the chosen one. */
function isTabStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility({ visibilityProperty: true }))
    return false
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return true
  const group = [...(element.form ?? element.ownerDocument).querySelectorAll<HTMLInputElement>('input[type="radio"]')]
  return !group.some((other) => other.name === element.name && other.checked)
}

/**
 * Leads Tab from the last stop of a modal to its first, and Shift+Tab back, within the key press itself. The modal's own guards
 * do it a frame later: until then the focus is on a guard outside the modal, from where a second quick Tab leaves the page, and
 * a modal that closes does not give the focus back.
 */
export function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
  const modal = event.currentTarget
  const active = modal.ownerDocument.activeElement
  // Another modal above this one reports its keys here too.
  if (!modal.contains(active)) return
  const stops = [...modal.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isTabStop)
  const [first, last] = [stops[0], stops.at(-1)]
  const isAtEdge = event.shiftKey ? active === first || active === modal : active === last
  const next = event.shiftKey ? last : first
  if (!isAtEdge || !next) return
  event.preventDefault()
  next.focus()
}
