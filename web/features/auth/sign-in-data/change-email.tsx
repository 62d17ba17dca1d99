import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showFieldErrors, useFieldText } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { updateUser } from '../../../lib/session.ts'
import type { SessionUser } from '../../../lib/stored-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import looks from '../../../ui/looks.module.css'
import { PasswordField } from '../../../ui/password-field.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { CodeForm } from '../codes/code-form.tsx'
import { type CodeTimes, codeTimes } from '../codes/code-times.ts'
import { type ChangeEmailForm, changeEmailForm } from './change-email-input.ts'
import styles from './sign-in-details.module.css'

interface ChangeEmailProps {
  user: SessionUser
  open: boolean
  onClose: () => void
}

/** `address`: enter the new address. `code`: enter the code that was sent to it. */
type Step = { name: 'address' } | { name: 'code'; email: string; times: CodeTimes }

export function ChangeEmail({ user, open, onClose }: ChangeEmailProps) {
  const { t } = useTranslation()
  const title = t(user.email ? 'account.signIn.changeEmail' : 'account.signIn.addEmail')
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title} size="sm">
      <Steps user={user} onClose={onClose} />
    </Dialog>
  )
}

function Steps({ user, onClose }: Omit<ChangeEmailProps, 'open'>) {
  const [step, setStep] = useState<Step>({ name: 'address' })
  if (step.name === 'address') return <AddressStep user={user} onSent={setStep} />
  return <CodeStep step={step} onDone={onClose} />
}

/** Requests the change, which sends a code to the new address. */
async function ask(body: { email: string; password?: string }) {
  const sent = await api('POST /users/me/change-email', { body })
  return { email: sent.email, times: codeTimes(sent, Date.now()), message: sent.message }
}

function AddressStep({ user, onSent }: { user: SessionUser; onSent: (step: Step) => void }) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const { register, handleSubmit, formState, setError } = useForm<ChangeEmailForm>({
    resolver: zodResolver(changeEmailForm(user.hasPassword)),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ email, password }) => {
    try {
      const sent = await ask(user.hasPassword ? { email, password } : { email })
      onSent({ name: 'code', email: sent.email, times: sent.times })
    } catch (error) {
      const field = error instanceof ApiError && FIELD_OF[error.code]
      if (field) return setError(field, { message: error.message }, { shouldFocus: true })
      if (!showFieldErrors(error, ['email', 'password'], setError)) toast.error(error)
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('account.signIn.newEmail')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldText(errors.email?.message)}
        {...register('email')}
      />
      {user.hasPassword && (
        <PasswordField
          label={t('account.change.current')}
          autoComplete="current-password"
          error={fieldText(errors.password?.message)}
          {...register('password')}
        />
      )}
      <Button type="submit" wide loading={isSubmitting}>
        {t('account.signIn.sendCode')}
      </Button>
    </form>
  )
}

const FIELD_OF: Record<string, 'email' | 'password'> = {
  'auth.wrongPassword': 'password',
  'auth.emailUnchanged': 'email',
}

interface CodeStepProps {
  step: Exclude<Step, { name: 'address' }>
  onDone: () => void
}

function CodeStep({ step: { email, times }, onDone }: CodeStepProps) {
  const { t } = useTranslation()
  const check = async (code: string) => {
    const changed = await api('POST /users/me/verify-email-change', { body: { code } })
    updateUser({ email: changed.email, emailVerification: { isVerified: true, verifiedAt: changed.verifiedAt } })
    toast.success(changed.message)
    onDone()
  }
  return (
    <div className={styles.form}>
      <p className={looks.breakable}>
        <RichText textKey="account.signIn.codeLead" values={{ email }} components={{ strong: <strong /> }} />
      </p>
      <CodeForm
        success={t('account.signIn.emailChanged')}
        initialTimes={times}
        check={check}
        resend={() => ask({ email })}
      />
    </div>
  )
}
