import type { ReactNode } from 'react'
import styles from './field.module.css'

interface FieldProps {
  id: string
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** At the right end of the label's line, such as a link or a counter. Focused after the control. */
  aside?: ReactNode
  children: ReactNode
}

/** Label, control, and below it the error or else the hint. The control references them with `describedBy(id, …)`. */
export function Field({ id, label, error, hint, aside, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {aside && <div className={styles.aside}>{aside}</div>}
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : (
        hint && (
          <div id={`${id}-hint`} className={styles.hint}>
            {hint}
          </div>
        )
      )}
    </div>
  )
}

/** Returns the attributes that link a control to its error or hint. */
export function fieldAttributes(id: string, error: string | undefined, hint: ReactNode) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  }
}
