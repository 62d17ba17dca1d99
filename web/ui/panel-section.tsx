import type { ReactNode } from 'react'
import styles from './panel-section.module.css'

interface PanelSectionProps {
  title: string
  hint?: string
  /** What is inside takes the whole width, as a list does; else it stands at its beginning, as buttons do. */
  wide?: boolean
  children: ReactNode
}

/** One thing to read or to choose on a page of settings. */
export function PanelSection({ title, hint, wide = false, children }: PanelSectionProps) {
  return (
    <section className={styles.section} data-wide={wide || undefined}>
      <h2 className={styles.title}>{title}</h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  )
}
