import type { ReactNode } from 'react'
import styles from './toggle-icon.module.css'

interface ToggleIconProps {
  isOn: boolean
  /** The target state during the animation. */
  move: boolean | null
  kind: 'like' | 'dislike' | 'album'
  children: ReactNode
}

/** The icon of a toggle: filled while on, animated in between. Decorative. */
export function ToggleIcon({ isOn, move, kind, children }: ToggleIconProps) {
  return (
    <span
      aria-hidden="true"
      className={styles.icon}
      data-kind={kind}
      data-on={isOn || undefined}
      data-move={move === null ? undefined : move ? 'on' : 'off'}
    >
      {children}
    </span>
  )
}
