import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './field.module.css'
import { Field, fieldAttributes } from './field.tsx'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string
  /** Already translated. */
  error?: string | undefined
  hint?: ReactNode
  aside?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Works with react-hook-form: `<TextField label=… error=… {...register('email')} />`. */
export function TextField({ label, error, hint, aside, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint} aside={aside}>
      <input className={styles.control} {...rest} {...fieldAttributes(id, error, hint)} />
    </Field>
  )
}
