import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react'
import type { MenuEntry } from './menu-entry.ts'

// The popup and its positioning code are larger than the rest of the page, so load them on demand.
const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })))

export interface MenuTrigger {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onPointerEnter: () => void
  onFocus: () => void
}

interface MenuProps {
  /** Accessible name of the menu. */
  label: string
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
  /** Renders the button. It must pass all props to a `<button>`. */
  children: (trigger: MenuTrigger) => ReactNode
}

export function Menu({ label, entries, align = 'end', children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  const id = useId()
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const prefetch = () => void loadPopup().catch(() => undefined)
  return (
    <>
      {children({
        ref,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => (open ? setOpen(false) : show()),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          show()
        },
        onPointerEnter: prefetch,
        onFocus: prefetch,
      })}
      {wanted && (
        <Suspense>
          <MenuPopup label={label} entries={entries} align={align} anchor={ref} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
