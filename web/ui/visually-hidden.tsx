import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** For elements that are more than a span, such as a legend. Text that is hidden on some widths only: a label and `display: none`. */
export const visuallyHidden = styles.hidden

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
