import { BULK_PERCENT_INSIDE_ABOVE } from '#contract/limits.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './percent-bar.module.css'

interface PercentBarProps {
  /** 0 to 100. */
  percent: number
  label: string
  tone?: 'running' | 'done' | 'failed'
}

/** Progress bar. The number is inside the bar if it fits, otherwise next to it. */
export function PercentBar({ percent, label, tone = 'running' }: PercentBarProps) {
  const isInside = percent > BULK_PERCENT_INSIDE_ABOVE
  return (
    <div
      className={classNames(styles.bar, styles[tone])}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.fill} style={{ width: `${percent}%` }}>
        {isInside && <span>{percent}%</span>}
      </div>
      {!isInside && <span className={styles.outside}>{percent}%</span>}
    </div>
  )
}
