import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/**
 * Class for elements other than a span, such as a legend. For text hidden only at some widths, use a label and `display: none`.
 */
export const visuallyHidden = styles.hidden

interface VisuallyHiddenProps {
  children: ReactNode
  /** Announces changes. */
  live?: boolean
}

export function VisuallyHidden({ children, live = false }: VisuallyHiddenProps) {
  return (
    <span className={styles.hidden} {...(live ? { role: 'status', 'aria-live': 'polite' } : {})}>
      {children}
    </span>
  )
}
