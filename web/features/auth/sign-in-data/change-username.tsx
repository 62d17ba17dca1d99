import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { UsernameInput } from '#contract/auth/auth.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showFieldErrors, useFieldText } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { updateUser } from '../../../lib/session.ts'
import type { SessionUser } from '../../../lib/stored-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './sign-in-details.module.css'

interface ChangeUsernameProps {
  user: SessionUser
  open: boolean
  onClose: () => void
}

export function ChangeUsername({ user, open, onClose }: ChangeUsernameProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('account.signIn.changeUsername')}
      size="sm"
    >
      <UsernameForm user={user} onClose={onClose} />
    </Dialog>
  )
}

function UsernameForm({ user, onClose }: Omit<ChangeUsernameProps, 'open'>) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const queryClient = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm<UsernameInput>({
    resolver: zodResolver(UsernameInput),
    defaultValues: { username: user.username },
  })
  const { errors, isSubmitting, isDirty } = formState
  const submit = handleSubmit(async (input) => {
    try {
      const { username, message } = await api('POST /users/me/change-username', { body: input })
      updateUser({ username })
      // Cached lists and cards link to the old name.
      void queryClient.invalidateQueries()
      toast.success(message)
      onClose()
    } catch (error) {
      if (error instanceof ApiError && ['auth.usernameTaken', 'auth.usernameChangedTooOften'].includes(error.code))
        return setError('username', { message: error.message }, { shouldFocus: true })
      if (!showFieldErrors(error, ['username'], setError)) toast.error(error)
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('account.signIn.newUsername')}
        hint={t('account.signIn.renameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldText(errors.username?.message)}
        {...register('username')}
      />
      <Button type="submit" wide loading={isSubmitting} disabled={!isDirty}>
        {t('account.signIn.save')}
      </Button>
    </form>
  )
}
