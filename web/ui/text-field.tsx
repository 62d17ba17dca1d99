import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { lengthOf } from '#contract/bounded.ts'
import styles from './field.module.css'
import { Field, fieldAttributes } from './field.tsx'
import { CharCount } from './text-area.tsx'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'maxLength'> {
  label: string
  /** Already translated. */
  error?: string | undefined
  hint?: ReactNode
  aside?: ReactNode
  /** Shows a live counter beside the label, for a `value`. As in TextArea, typing beyond it is allowed and marked, not cut. */
  maxChars?: number
  ref?: Ref<HTMLInputElement>
}

/** Works with react-hook-form: `<TextField label=… error=… {...register('email')} />`. */
export function TextField({ label, error, hint, aside, maxChars, ...rest }: TextFieldProps) {
  const id = useId()
  const count = maxChars !== undefined && <CharCount length={lengthOf(String(rest.value ?? ''))} max={maxChars} />
  return (
    <Field id={id} label={label} error={error} hint={hint} aside={aside ?? count}>
      <input className={styles.control} {...rest} {...fieldAttributes(id, error, hint)} />
    </Field>
  )
}
