import type { ReactNode } from 'react'
import styles from './tooltip.module.css'

interface TooltipProps {
  /** Repeats the control's accessible name visually. */
  label: string
  side?: 'top' | 'bottom'
  /** A centered tooltip would be cut off at the edge of the window. */
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/** Shown on hover and keyboard focus after a delay. Never on touch, where it would not disappear. */
export function Tooltip({ label, side = 'bottom', align = 'center', children }: TooltipProps) {
  return (
    <span className={styles.anchor}>
      {children}
      <span aria-hidden="true" className={styles.tip} data-side={side} data-align={align}>
        {label}
      </span>
    </span>
  )
}
