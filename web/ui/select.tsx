import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import looks from './looks.module.css'
import styles from './select.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface SelectProps<T extends string> {
  label: string
  /** Hides the label visually, if the options are self-explanatory. */
  labelHidden?: boolean
  /** Shows the label above, like those of text fields. */
  stacked?: boolean
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** Native select element, which all phones and screen readers support. */
export function Select<T extends string>({
  label,
  labelHidden = false,
  stacked = false,
  options,
  value,
  onChange,
}: SelectProps<T>) {
  const id = useId()
  const name = (
    <label htmlFor={id} className={stacked ? looks.label : styles.label}>
      {label}
    </label>
  )
  return (
    <div className={stacked ? styles.stacked : styles.field}>
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
