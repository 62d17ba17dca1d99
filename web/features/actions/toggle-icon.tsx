import type { ReactNode } from 'react'
import styles from './toggle-icon.module.css'

interface ToggleIconProps {
  isOn: boolean
  /** Where it is on its way to, while its second of animation runs. */
  move: boolean | null
  kind: 'like' | 'dislike' | 'album'
  children: ReactNode
}

/** The drawing of a toggle: filled while on, and in motion from one to the other. Decoration of its button. */
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
