import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  children: ReactNode
  /** Spoken when it changes. */
  live?: boolean
}

export function VisuallyHidden({ children, live = false }: VisuallyHiddenProps) {
  return (
    <span className={styles.hidden} {...(live ? { role: 'status', 'aria-live': 'polite' } : {})}>
      {children}
    </span>
  )
}
