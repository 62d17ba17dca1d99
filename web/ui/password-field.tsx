import { Eye, EyeOff } from 'lucide-react'
import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, fieldAttributes } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { passwordStrength } from './password-strength.ts'

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'> {
  label: string
  error?: string | undefined
  hint?: ReactNode
  aside?: ReactNode
  /** Shows a strength meter, for new passwords. */
  strength?: boolean
  ref?: Ref<HTMLInputElement>
}

export function PasswordField({ label, error, hint, aside, strength = false, onChange, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [typed, setTyped] = useState('')
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (strength) setTyped(event.target.value)
    onChange?.(event)
  }
  const below = capsLock ? t('common.capsLock') : strength && typed ? <Strength password={typed} /> : hint
  return (
    <Field id={id} label={label} error={error} hint={below} aside={aside}>
      <div className={styles.box}>
        <input
          className={classNames(styles.control, styles.withButton)}
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          type={shown ? 'text' : 'password'}
          onChange={change}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          {...fieldAttributes(id, error, below)}
        />
        <span className={styles.inside}>
          <IconButton
            label={shown ? t('common.hidePassword') : t('common.showPassword')}
            icon={shown ? <EyeOff size={20} /> : <Eye size={20} />}
            tooltip={false}
            onClick={() => setShown(!shown)}
          />
        </span>
      </div>
    </Field>
  )
}

const STRENGTHS = [
  '',
  'common.strength.weak',
  'common.strength.fair',
  'common.strength.good',
  'common.strength.strong',
] as const

function Strength({ password }: { password: string }) {
  const { t } = useTranslation()
  const level = passwordStrength(password)
  return (
    <>
      <span className={styles.strength} data-level={level} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </span>
      <span aria-live="polite">{t(STRENGTHS[level] || 'common.strength.weak')}</span>
    </>
  )
}
