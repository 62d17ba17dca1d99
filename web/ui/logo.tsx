import { useSite } from '../lib/site.ts'
import styles from './logo.module.css'

/** The site's own logo, or by default a grinning picture that hangs slightly askew. */
export function LogoMark({ size = 36 }: { size?: number }) {
  const { logo } = useSite()
  if (logo) return <img src={logo} width={size} height={size} alt="" className={styles.picture} />
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={styles.mark}>
      <g transform="rotate(-7 16 18)">
        <rect x="2.5" y="5" width="27" height="24" rx="5" className={styles.frame} />
        <rect x="6.5" y="9" width="19" height="16" rx="1.6" className={styles.mount} />
        <circle cx="12.4" cy="14.6" r="1.7" className={styles.ink} />
        <circle cx="19.6" cy="14.6" r="1.7" className={styles.ink} />
        <path d="M10.6 18.4h10.8a5.4 4.6 0 0 1-10.8 0Z" className={styles.ink} />
      </g>
    </svg>
  )
}

/** Mark and name. The surrounding link has the accessible name. */
export function Logo({ compact = false }: { compact?: boolean }) {
  const { name } = useSite()
  return (
    <span className={styles.logo} data-compact={compact || undefined}>
      <LogoMark />
      <span className={styles.word}>{name}</span>
    </span>
  )
}
