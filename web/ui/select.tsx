import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import styles from './select.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface SelectProps<T extends string> {
  label: string
  /** For screen readers only, where the options say themselves what they are. */
  labelHidden?: boolean
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of several in a line: the browser's own list, which every phone and screen reader knows. */
export function Select<T extends string>({ label, labelHidden = false, options, value, onChange }: SelectProps<T>) {
  const id = useId()
  const name = (
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
  )
  return (
    <div className={styles.field}>
      {labelHidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
      <span className={styles.box}>
        <select id={id} className={styles.select} value={value} onChange={(event) => onChange(event.target.value as T)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={18} aria-hidden="true" className={styles.arrow} />
      </span>
    </div>
  )
}
