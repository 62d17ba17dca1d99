import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN_CHARS } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showFieldErrors, useFieldText } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './auth-form.module.css'
import { type ForgotEvent, type ForgotFlow, isAboutCode } from './forgot-flow.ts'
import { NewPasswordForm as Input } from './new-password-input.ts'

interface NewPasswordFormProps {
  flow: ForgotFlow
  dispatch: (event: ForgotEvent) => void
}

/** The third step: a new password. What fails for the code's sake leads back to the code. */
export function NewPasswordForm({ flow: { email, code, resetToken }, dispatch }: NewPasswordFormProps) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const { register, handleSubmit, formState, setError } = useForm<Input>({
    resolver: zodResolver(Input),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ newPassword }) => {
    try {
      await api('POST /auth/reset-password', { body: { email, code, resetToken, newPassword } })
      dispatch({ type: 'passwordSet' })
    } catch (error) {
      if (error instanceof ApiError && isAboutCode(error))
        return dispatch({ type: 'codeRefused', message: error.message })
      if (!showFieldErrors(error, ['newPassword'], setError)) toast.error(error)
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('account.newPassword')}
        hint={t('account.register.passwordHint', { count: PASSWORD_MIN_CHARS })}
        strength
        autoComplete="new-password"
        error={fieldText(errors.newPassword?.message)}
        {...register('newPassword')}
      />
      <PasswordField
        label={t('account.confirmPassword')}
        autoComplete="new-password"
        error={fieldText(errors.confirmPassword?.message)}
        {...register('confirmPassword')}
      />
      <Button type="submit" wide loading={isSubmitting}>
        {t('account.forgot.submit')}
      </Button>
    </form>
  )
}
