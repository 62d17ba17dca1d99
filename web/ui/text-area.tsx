import { type ChangeEvent, type ReactNode, type Ref, type TextareaHTMLAttributes, useId, useState } from 'react'
import { lengthOf } from '#contract/bounded.ts'
import { useTranslation } from '../lib/i18n.ts'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, fieldAttributes } from './field.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className' | 'maxLength'> {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** Shows a live counter in code points, as the server counts. Longer text is allowed but marked, not cut. */
  maxChars?: number
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, error, hint, maxChars, onChange, rows = 3, ...rest }: TextAreaProps) {
  const id = useId()
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ''))
  const length = lengthOf(String(rest.value ?? typed))
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTyped(event.target.value)
    onChange?.(event)
  }
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={hint}
      aside={maxChars !== undefined && <CharCount length={length} max={maxChars} />}
    >
      <textarea
        className={classNames(styles.control, styles.area)}
        rows={rows}
        {...rest}
        {...fieldAttributes(id, error, hint)}
        onChange={change}
      />
    </Field>
  )
}

/** Shows 12/100, in red above the maximum. Screen readers announce it only when few characters are left. */
export function CharCount({ length, max }: { length: number; max: number }) {
  const { t } = useTranslation()
  const left = max - length
  return (
    <span className={styles.count} data-over={left < 0 || undefined}>
      <span aria-hidden="true">
        {length}/{max}
      </span>
      {left <= 20 && <VisuallyHidden live>{t('common.charsLeft', { count: left })}</VisuallyHidden>}
    </span>
  )
}
