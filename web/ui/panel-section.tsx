import type { ReactNode } from 'react'
import looks from './looks.module.css'
import styles from './panel-section.module.css'

interface PanelSectionProps {
  title: string
  hint?: string
  /** Content uses the full width, as for a list; otherwise it is aligned to the start, as for buttons. */
  wide?: boolean
  children: ReactNode
}

/** One section of a settings page. */
export function PanelSection({ title, hint, wide = false, children }: PanelSectionProps) {
  return (
    <section className={styles.section} data-wide={wide || undefined}>
      <h2 className={styles.title}>{title}</h2>
      {hint && <p className={looks.quiet}>{hint}</p>}
      {children}
    </section>
  )
}
