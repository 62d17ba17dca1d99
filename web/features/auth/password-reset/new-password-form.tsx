import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../form/auth-form.module.css'
import { NewPasswordFields, PasswordOwner } from '../form/new-password-fields.tsx'
import { NewPasswordForm as Input } from '../form/new-password-input.ts'
import { isAboutCode } from './forgot-flow.ts'

interface NewPasswordFormProps {
  /** The entered code with the token, or the token alone. */
  proof: { email: string; code?: string; resetToken: string; acceptedTermsVersion?: string }
  onSet: () => void
  /** Called with the server's message when the code or token is no longer valid. */
  onRefused: (message: string) => void
  /** Content above the button. */
  children?: ReactNode
}

/** Form for a new password after the address was verified. */
export function NewPasswordForm({ proof, onSet, onRefused, children }: NewPasswordFormProps) {
  const { t } = useTranslation()
  const { register, handleSubmit, formState, setError } = useForm<Input>({
    resolver: zodResolver(Input),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ newPassword }) => {
    try {
      await api('POST /auth/reset-password', { body: { ...proof, newPassword } })
      onSet()
    } catch (error) {
      if (error instanceof ApiError && isAboutCode(error)) return onRefused(error.message)
      if (!showFieldErrors(error, ['newPassword'], setError)) toast.error(error)
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordOwner email={proof.email} />
      <NewPasswordFields
        newPassword={register('newPassword')}
        confirmPassword={register('confirmPassword')}
        errors={errors}
      />
      {children}
      <Button type="submit" wide loading={isSubmitting}>
        {t('account.forgot.submit')}
      </Button>
    </form>
  )
}
