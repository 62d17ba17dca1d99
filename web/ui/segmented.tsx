import { type ReactNode, useId } from 'react'
import looks from './looks.module.css'
import styles from './segmented.module.css'
import { visuallyHidden } from './visually-hidden.tsx'

interface SegmentedProps<T extends string> {
  /** Accessible name of the group. */
  label: string
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  value: T
  onChange: (value: T) => void
  /** Shows only icons; the labels are the accessible names. */
  compact?: boolean
  /** Shows the name of the group above it. */
  showLabel?: boolean
}

/** Radio buttons in a row, for few options. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  compact = false,
  showLabel = false,
}: SegmentedProps<T>) {
  const name = useId()
  const group = (
    <fieldset className={styles.group}>
      <legend className={visuallyHidden}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} title={compact ? option.label : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
          />
          {option.icon}
          {!compact && <span>{option.label}</span>}
        </label>
      ))}
    </fieldset>
  )
  if (!showLabel) return group
  return (
    <div className={styles.labeled}>
      <span className={looks.label} aria-hidden="true">
        {label}
      </span>
      {group}
    </div>
  )
}
