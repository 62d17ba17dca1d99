import { lazy, Suspense, useEffect, useState } from 'react'
import { announce } from '../../lib/announce.ts'
import { loadTexts, translate } from '../../lib/i18n.ts'
import { currentSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.ts'
import { shortcutHelp, showShortcutHelp } from './shortcut-help-state.ts'

const ShortcutHelp = lazy(async () => {
  const [{ ShortcutHelp }] = await Promise.all([import('./shortcut-help.tsx'), loadTexts('help')])
  return { default: ShortcutHelp }
})

/** Keys that press the button which names them in its `aria-keyshortcuts`. */
const LIKE_KEY = 'l'
const PRESSING_KEYS = [LIKE_KEY, 'c']
const COPY_BUTTON = '[aria-keyshortcuts="c"]'
const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"]'

/** Keys that work wherever one is not typing: "?" lists them all. */
export function Shortcuts() {
  const open = useStore(shortcutHelp)
  // Once opened it stays mounted, so that the closing animation is visible.
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
    // The like button is hidden from visitors; its key is not.
    const isMeant = key === LIKE_KEY && meme?.querySelector(COPY_BUTTON) && !currentSession().user
    if (isMeant) toast.error(translate('auth.loginRequired'))
    return
  }
  event.preventDefault()
  const isOn = button.getAttribute('aria-pressed')
  button.click()
  // Announced, since the focus is elsewhere.
  const label = button.getAttribute('aria-label') ?? ''
  if (isOn !== null) announce(translate(isOn === 'true' ? 'common.switchedOff' : 'common.switchedOn', { label }))
}

/** The meme that a key is about: the one in the modal, else the tile that has the keyboard or is under the pointer. */
function targetMeme(): Element | null {
  const dialogs = document.querySelectorAll('[role="dialog"]')
  return (
    dialogs.item(dialogs.length - 1) ??
    document.activeElement?.closest('article') ??
    document.querySelector('article:hover')
  )
}
