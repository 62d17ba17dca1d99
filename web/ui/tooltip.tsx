import type { ReactNode } from 'react'
import styles from './tooltip.module.css'

interface TooltipProps {
  /** The accessible name stands on the control itself; this repeats it for eyes. */
  label: string
  side?: 'top' | 'bottom'
  /** At the edge of the window a centred one would stick out. */
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/** Shown on hover and on keyboard focus, after a moment; never on touch, where it would stay. */
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
