import type { ReactNode, RefObject } from 'react'

export interface MenuLink {
  kind: 'link'
  label: string
  to: string
  icon?: ReactNode
}
/** Opens another site in a new tab. */
export interface MenuExternal {
  kind: 'external'
  label: string
  href: string
  icon?: ReactNode
}
export interface MenuAction {
  kind: 'action'
  label: string
  onSelect: () => void
  icon?: ReactNode
}
export interface MenuChoice {
  kind: 'choice'
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}
export interface MenuNote {
  kind: 'note'
  content: ReactNode
}
export type MenuEntry = MenuLink | MenuExternal | MenuAction | MenuChoice | MenuNote | { kind: 'line' }

/** The properties that a menu passes to its popup. */
export interface PopupProps {
  label: string
  align: 'start' | 'end'
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}
