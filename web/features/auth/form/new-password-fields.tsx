import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { PASSWORD_MIN_CHARS } from '#contract/limits.ts'
import { useFieldText } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { PasswordField } from '../../../ui/password-field.tsx'

interface NewPasswordFieldsProps {
  newPassword: UseFormRegisterReturn
  confirmPassword: UseFormRegisterReturn
  errors: { newPassword?: FieldError | undefined; confirmPassword?: FieldError | undefined }
}

/** A new password with a strength meter, and its confirmation. */
export function NewPasswordFields({ newPassword, confirmPassword, errors }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  return (
    <>
      <PasswordField
        label={t('account.newPassword')}
        hint={t('account.register.passwordHint', { count: PASSWORD_MIN_CHARS })}
        strength
        autoComplete="new-password"
        error={fieldText(errors.newPassword?.message)}
        {...newPassword}
      />
      <PasswordField
        label={t('account.confirmPassword')}
        autoComplete="new-password"
        error={fieldText(errors.confirmPassword?.message)}
        {...confirmPassword}
      />
    </>
  )
}

/** Hidden field that gives password managers the username of the password being set. */
export function PasswordOwner({ email }: { email: string }) {
  return <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
}
