import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { showFieldErrors } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './auth-form.module.css'
import { type ForgotEvent, type ForgotFlow, isAboutCode } from './forgot-flow.ts'
import { NewPasswordFields, PasswordOwner } from './new-password-fields.tsx'
import { NewPasswordForm as Input } from './new-password-input.ts'

interface NewPasswordFormProps {
  flow: ForgotFlow
  dispatch: (event: ForgotEvent) => void
}

/** The third step: a new password. What fails for the code's sake leads back to the code. */
export function NewPasswordForm({ flow: { email, code, resetToken }, dispatch }: NewPasswordFormProps) {
  const { t } = useTranslation()
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
      <PasswordOwner email={email} />
      <NewPasswordFields
        newPassword={register('newPassword')}
        confirmPassword={register('confirmPassword')}
        errors={errors}
      />
      <Button type="submit" wide loading={isSubmitting}>
        {t('account.forgot.submit')}
      </Button>
    </form>
  )
}
