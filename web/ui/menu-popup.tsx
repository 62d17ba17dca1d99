import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useRef } from 'react'
import { Link } from '../lib/router.tsx'
import { useStore } from '../lib/store.ts'
import styles from './menu.module.css'
import type { MenuChoice, MenuEntry, PopupProps } from './menu-entry.ts'
import { toastRoom } from './toast-room.ts'

const EDGE_PX = 8

/** The lazily loaded part of Menu. It renders in the same landmark as its button, so that landmark navigation finds it. */
export function MenuPopup({
  label,
  entries,
  align,
  anchor,
  open,
  onOpenChange,
}: PopupProps & { entries: readonly MenuEntry[] }) {
  const popup = useRef<HTMLDivElement>(null)
  const room = useStore(toastRoom)
  /** Moves the focus to the button while the menu still exists: a dialog around it would otherwise take the lost focus. */
  const returnFocus = () => {
    if (popup.current?.contains(document.activeElement)) anchor.current?.focus({ preventScroll: true })
  }
  /** Returns the button, unless the user has focused something else meanwhile. */
  const focusAfterClosing = () => {
    const { activeElement } = document
    const isFree = !activeElement || activeElement === document.body || popup.current?.contains(activeElement)
    return isFree && anchor.current ? anchor.current : false
  }
  return (
    <Base.Root
      open={open}
      modal={false}
      onOpenChange={(next, { event, reason }) => {
        // The button handles its own presses. Otherwise the menu would close and reopen at once.
        const target = event.target instanceof Node ? event.target : null
        if (!next && reason === 'outside-press' && anchor.current?.contains(target)) return
        if (!next) returnFocus()
        onOpenChange(next)
      }}
    >
      <Base.Portal
        className={styles.portal}
        container={anchor.current?.closest<HTMLElement>('[role="dialog"], header, main') ?? undefined}
      >
        <Base.Positioner
          anchor={anchor}
          align={align}
          sideOffset={8}
          collisionPadding={{ top: EDGE_PX, right: EDGE_PX, left: EDGE_PX, bottom: EDGE_PX + room }}
          className={styles.positioner}
        >
          <Base.Popup
            ref={popup}
            className={styles.popup}
            aria-label={label}
            finalFocus={focusAfterClosing}
            onKeyDown={(event) => {
              // Tab closes the menu and moves on from its button.
              if (event.key !== 'Tab') return
              event.preventBaseUIHandler()
              returnFocus()
              onOpenChange(false)
            }}
          >
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines and notes have no name, and entries never move
              <Entry key={index} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'line':
      return <Base.Separator className={styles.line} />
    case 'note':
      return <div className={styles.note}>{entry.content}</div>
    case 'choice':
      return <Choice choice={entry} />
    case 'link':
      return (
        <Base.LinkItem className={styles.item} render={<Link to={entry.to} />} closeOnClick>
          {entry.icon}
          {entry.label}
        </Base.LinkItem>
      )
    case 'external':
      return (
        <Base.LinkItem className={styles.item} href={entry.href} target="_blank" rel="noopener noreferrer" closeOnClick>
          {entry.icon}
          {entry.label}
        </Base.LinkItem>
      )
    case 'action':
      return (
        <Base.Item className={styles.item} onClick={entry.onSelect}>
          {entry.icon}
          {entry.label}
        </Base.Item>
      )
  }
}

function Choice({ choice }: { choice: MenuChoice }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.heading}>{choice.label}</Base.GroupLabel>
      <Base.RadioGroup value={choice.value} onValueChange={(value: string) => choice.onChange(value)}>
        {choice.options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={styles.item}>
            <span className={styles.check}>
              <Base.RadioItemIndicator>
                <Check size={18} />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
