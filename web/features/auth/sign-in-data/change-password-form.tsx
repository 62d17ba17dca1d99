import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PASSWORD_CHANGE_LOGOUT_MS } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showFieldErrors, useFieldText } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import type { SessionUser } from '../../../lib/stored-session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../form/auth-form.module.css'
import { NewPasswordFields, PasswordOwner } from '../form/new-password-fields.tsx'
import { ChangePasswordForm as Input } from '../form/new-password-input.ts'
import { logOutAfter } from '../login/log-out.ts'
import { useProvidersOnly } from '../providers/provider-config.ts'

/** Form to change the password. A change logs out all devices. */
export function ChangePasswordForm({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const isProvidersOnly = useProvidersOnly()
  if (isProvidersOnly) return <p className={styles.terms}>{t('account.change.providersOnly')}</p>
  if (user.hasPassword) return <PasswordFields user={user} />
  return (
    <div className={styles.block}>
      <p className={styles.terms}>{user.email ? t('account.change.noneYet') : t('account.change.noAddress')}</p>
      {user.email && (
        <ButtonLink to={paths.forgotPassword} state={{ email: user.email }} variant="secondary">
          {t('account.change.setByCode')}
        </ButtonLink>
      )}
    </div>
  )
}

function useChangePassword() {
  const [changed, setChanged] = useState(false)
  const form = useForm<Input>({
    resolver: zodResolver(Input),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '', endTokens: true },
  })
  const submit = form.handleSubmit(async ({ currentPassword, newPassword, endTokens }) => {
    try {
      const { message } = await api('POST /users/me/change-password', {
        body: { currentPassword, newPassword, endTokens },
      })
      toast.success(message)
      setChanged(true)
      logOutAfter(PASSWORD_CHANGE_LOGOUT_MS)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.wrongPassword')
        return form.setError('currentPassword', { message: error.message }, { shouldFocus: true })
      if (!showFieldErrors(error, ['currentPassword', 'newPassword'], form.setError)) toast.error(error)
    }
  })
  return { ...form, submit, changed }
}

function PasswordFields({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const { register, submit, formState, changed } = useChangePassword()
  const { errors, isSubmitting } = formState
  return (
    <form className={styles.block} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordOwner email={user.email} />
      <PasswordField
        label={t('account.change.current')}
        autoComplete="current-password"
        error={fieldText(errors.currentPassword?.message)}
        {...register('currentPassword')}
      />
      <NewPasswordFields
        newPassword={register('newPassword')}
        confirmPassword={register('confirmPassword')}
        errors={errors}
      />
      <Checkbox label={t('account.endTokens')} {...register('endTokens')} />
      <p className={styles.notice} data-tone={changed ? 'good' : undefined} role="status">
        {changed ? t('account.change.loggingOut') : t('account.change.hint')}
      </p>
      <Button type="submit" loading={isSubmitting} disabled={changed}>
        {t('account.change.submit')}
      </Button>
    </form>
  )
}
