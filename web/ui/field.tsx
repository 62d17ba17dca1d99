import type { ReactNode } from 'react'
import styles from './field.module.css'

interface FieldProps {
  id: string
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** At the right end of the label's line: a link, a counter. */
  aside?: ReactNode
  children: ReactNode
}

/** Label, control, and below it the error or else the hint. The control refers to them by `describedBy(id, …)`. */
export function Field({ id, label, error, hint, aside, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside}
      </div>
      {children}
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

/** The attributes that tie a control to its error or hint. */
export function fieldAttributes(id: string, error: string | undefined, hint: ReactNode) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  }
}
