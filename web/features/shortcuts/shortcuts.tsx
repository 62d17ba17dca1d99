import { Suspense, useEffect, useState } from 'react'
import { announce } from '../../lib/announce.ts'
import { translate } from '../../lib/i18n.ts'
import { currentSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { lazyDialog } from '../../ui/lazy-dialog.ts'
import { toast } from '../../ui/toast.ts'
import { shortcutHelp, showShortcutHelp } from './shortcut-help-state.ts'

const ShortcutHelp = lazyDialog(() => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp), 'help')

/** Keys that press the button with the matching `aria-keyshortcuts`. */
const LIKE_KEY = 'l'
const PRESSING_KEYS = [LIKE_KEY, 'c']
const COPY_BUTTON = '[aria-keyshortcuts="c"]'
const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"]'

/** Global keyboard shortcuts, inactive while typing. "?" lists them. */
export function Shortcuts() {
  const open = useStore(shortcutHelp)
  // Once opened, the dialog stays mounted, so that the closing animation is visible.
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (!wasOpen) return null
  return (
    <Suspense>
      <ShortcutHelp open={open} onClose={() => shortcutHelp.set(false)} />
    </Suspense>
  )
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
  if (event.target instanceof Element && event.target.closest(TYPING)) return
  if (event.key === '?') {
    event.preventDefault()
    showShortcutHelp()
    return
  }
  const key = event.key.toLowerCase()
  if (event.shiftKey || !PRESSING_KEYS.includes(key)) return
  const meme = targetMeme()
  const button = meme?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
  if (!button) {
    // Visitors have no like button, but its key still works for them.
    const isMeant = key === LIKE_KEY && meme?.querySelector(COPY_BUTTON) && !currentSession().user
    if (isMeant) toast.error(translate('auth.loginRequired'))
    return
  }
  event.preventDefault()
  const isOn = button.getAttribute('aria-pressed')
  button.click()
  // Announce it, since the focus is elsewhere.
  const label = button.getAttribute('aria-label') ?? ''
  if (isOn !== null) announce(translate(isOn === 'true' ? 'common.switchedOff' : 'common.switchedOn', { label }))
}

/** Returns the meme that a key applies to: the one in the modal, else the tile with the focus or under the pointer. */
function targetMeme(): Element | null {
  const dialogs = document.querySelectorAll('[role="dialog"]')
  return (
    dialogs.item(dialogs.length - 1) ??
    document.activeElement?.closest('article') ??
    document.querySelector('article:hover')
  )
}
