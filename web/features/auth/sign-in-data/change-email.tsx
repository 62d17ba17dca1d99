import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { showFieldErrors, useFieldText } from '../../../lib/form-errors.ts'
import { updateUser } from '../../../lib/session.ts'
import type { SessionUser } from '../../../lib/stored-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
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

/**
 * `address`: enter the new address; `confirm`: the code from the current address, without a password; `code`: the code from the
 * new one.
 */
type Step = { name: 'address' } | { name: 'confirm' | 'code'; email: string; times: CodeTimes }

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
  // Each code has its own boxes.
  return <CodeStep key={step.name} user={user} step={step} onSent={setStep} onDone={onClose} />
}

/** Requests the change, which sends a code to the new address, or first to the current one. */
async function ask(body: {
  email: string
  password?: string
  code?: string
}): Promise<{ step: Step; message: string }> {
  try {
    const sent = await api('POST /users/me/change-email', { body })
    const times = codeTimes(sent, Date.now())
    return { step: { name: 'code', email: sent.email, times }, message: sent.message }
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.requiresCode !== true) throw error
    return { step: { name: 'confirm', email: body.email, times: codeTimes(error.body, Date.now()) }, message: '' }
  }
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
      const { step } = await ask(user.hasPassword ? { email, password } : { email })
      onSent(step)
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
  user: SessionUser
  step: Exclude<Step, { name: 'address' }>
  onSent: (step: Step) => void
  onDone: () => void
}

function CodeStep({ user, step: { name, email, times }, onSent, onDone }: CodeStepProps) {
  const { t } = useTranslation()
  const isNew = name === 'code'
  const check = async (code: string) => {
    if (!isNew) return onSent((await ask({ email, code })).step)
    const changed = await api('POST /users/me/verify-email-change', { body: { code } })
    updateUser({ email: changed.email, emailVerification: { isVerified: true, verifiedAt: changed.verifiedAt } })
    toast.success(changed.message)
    onDone()
  }
  const resend = async () => {
    const { step, message } = await ask({ email })
    return { times: 'times' in step ? step.times : times, message }
  }
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        <Trans
          i18nKey={isNew ? 'account.signIn.codeLead' : 'account.signIn.confirmLead'}
          values={{ email: isNew ? email : user.email }}
          components={{ strong: <strong /> }}
        />
      </p>
      <CodeForm
        success={t(isNew ? 'account.signIn.emailChanged' : 'account.signIn.confirmed')}
        initialTimes={times}
        check={check}
        resend={resend}
      />
    </div>
  )
}
