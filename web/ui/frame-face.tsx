import styles from './frame-face.module.css'

interface FrameFaceProps {
  mood: 'grin' | 'asleep' | 'puzzled' | 'broken'
  className?: string | undefined
}

/** The logo's picture in other moods, for otherwise empty pages. Decorative. */
export function FrameFace({ mood, className }: FrameFaceProps) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={className}>
      <path d="M34 38 60 10l26 28" className={styles.string} />
      <circle cx="60" cy="9" r="4" className={styles.nail} />
      <g
        transform={
          mood === 'broken' ? 'rotate(13 60 72)' : mood === 'puzzled' ? 'rotate(-5 60 72)' : 'rotate(-2 60 72)'
        }
      >
        <rect x="16" y="36" width="88" height="74" rx="9" className={styles.frame} />
        <rect x="26" y="46" width="68" height="54" rx="3" className={styles.mount} />
        {FACES[mood]}
      </g>
    </svg>
  )
}

const FACES = {
  grin: (
    <>
      <circle cx="47" cy="65" r="4.5" className={styles.dot} />
      <circle cx="73" cy="65" r="4.5" className={styles.dot} />
      <path d="M43 76q17 19 34 0Z" className={styles.mouth} />
      <path d="M66 55q7-6 14 0" className={styles.stroke} />
    </>
  ),
  asleep: (
    <>
      <path d="M41 66q6 5 12 0M67 66q6 5 12 0M55 82q5-4 10 0" className={styles.stroke} />
      <path d="M80 50h8l-8 9h8" className={styles.thin} />
    </>
  ),
  puzzled: (
    <>
      <circle cx="46" cy="66" r="4.5" className={styles.dot} />
      <circle cx="74" cy="66" r="4.5" className={styles.dot} />
      <path d="M39 55q7-5 13-1M67 57l14-6M49 86q6-9 12-3t11-3" className={styles.stroke} />
    </>
  ),
  broken: (
    <>
      <path d="m41 61 10 10m0-10L41 71M69 61l10 10m0-10L69 71M47 87q13-11 26 0" className={styles.stroke} />
      <path d="M57 46l5 8-5 4 4 8" className={styles.thin} />
    </>
  ),
}
