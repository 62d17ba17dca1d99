import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'children'> {
  /** Already translated. */
  label: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Works with react-hook-form: `<Checkbox label=… {...register('sensitive')} />`. */
export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  )
}
