import styles from './spinner.module.css'

interface SpinnerProps {
  /** Any CSS length. */
  size?: string
  /** Accessible name. Without it, the spinner is decorative. */
  label?: string
}

export function Spinner({ size = '1.5rem', label }: SpinnerProps) {
  return (
    <span
      className={styles.spinner}
      style={{ width: size, height: size }}
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
