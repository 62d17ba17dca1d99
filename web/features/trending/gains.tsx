import type { ReactNode } from 'react'
import { formatCompact, formatNumber } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './gains.module.css'

export interface Gain {
  icon: ReactNode
  /** Key in trending.json of the text that states both numbers. */
  textKey: string
  gained: number
  total: number
}

/** The gain in the time frame, and the total. */
export function Gains({ gains }: { gains: readonly Gain[] }) {
  const { t, language } = useTranslation()
  return (
    <ul className={styles.gains}>
      {gains.map(({ icon, textKey, gained, total }) => {
        const text = t(textKey, { gained: formatNumber(gained, language), total: formatNumber(total, language) })
        return (
          <li key={textKey} className={styles.gain} title={text}>
            <VisuallyHidden>{text}</VisuallyHidden>
            <span aria-hidden="true" className={styles.icon}>
              {icon}
            </span>
            <span aria-hidden="true" data-none={gained === 0 || undefined} className={styles.gained}>
              +{formatCompact(gained, language)}
            </span>
            <span aria-hidden="true">/{formatCompact(total, language)}</span>
          </li>
        )
      })}
    </ul>
  )
}
