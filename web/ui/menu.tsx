import {
  type ComponentType,
  type KeyboardEvent,
  type LazyExoticComponent,
  type ReactNode,
  type RefObject,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyDialog } from './lazy-dialog.ts'
import type { MenuEntry, PopupProps } from './menu-entry.ts'

export interface LazyPopup<Props> {
  load: () => Promise<unknown>
  Popup: LazyExoticComponent<ComponentType<Props>>
}

export const lazyPopup = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPopup<Props> => ({
  load,
  Popup: lazyDialog(load),
})

// The popup and its positioning code are larger than the rest of the page, so load them on demand.
const menuPopup = lazyPopup(() => import('./menu-popup.tsx').then((module) => module.MenuPopup))

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

/** With `popup`, the entries load with it. */
type MenuProps = ({ entries: readonly MenuEntry[] } | { popup: LazyPopup<PopupProps> }) & {
  /** Accessible name of the menu. */
  label: string
  align?: 'start' | 'end'
  /** Renders the button. It must pass all props to a `<button>`. */
  children: (trigger: MenuTrigger) => ReactNode
}

export function Menu({ label, align = 'end', children, ...content }: MenuProps) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  const id = useId()
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const { load } = 'popup' in content ? content.popup : menuPopup
  const prefetch = () => void load().catch(() => undefined)
  const popup: PopupProps = { label, align, anchor: ref, open, onOpenChange: setOpen }
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
          {'popup' in content ? (
            <content.popup.Popup {...popup} />
          ) : (
            <menuPopup.Popup {...popup} entries={content.entries} />
          )}
        </Suspense>
      )}
    </>
  )
}
