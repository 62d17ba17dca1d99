import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { EmailInput } from '#contract/auth.ts'
import { VERIFY_REDIRECT_MS } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { showFieldErrors, useFieldText } from '../../lib/form-errors.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { CodeForm } from './code-form.tsx'
import { codeTimes } from './code-times.ts'

/** /verify-email?email=…; without an address it asks for one and sends a code there. */
export function VerifyEmailScreen() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const email = query.get('email')?.trim() ?? ''
  const lead = email ? (
    <Trans i18nKey="account.verify.lead" values={{ email }} components={{ strong: <strong /> }} />
  ) : (
    t('account.verify.askLead')
  )
  return (
    <AuthFrame
      title={t('account.verify.title')}
      lead={lead}
      footer={
        <Link to={paths.login} className={styles.link}>
          <ArrowLeft size={18} />
          {t('account.verify.back')}
        </Link>
      }
    >
      {email ? <VerifyCode key={email} email={email} /> : <AskAddress />}
    </AuthFrame>
  )
}

function VerifyCode({ email }: { email: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { canResendAt?: string; expiresAt?: string } | null }
  const [initialTimes] = useState(() => codeTimes(state, Date.now()))
  const [verified, setVerified] = useState(false)
  useEffect(() => {
    if (!verified) return
    const go = () => void navigate(paths.login, { replace: true, state: { email } })
    const timer = setTimeout(go, VERIFY_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [verified, email, navigate])
  return (
    <CodeForm
      success={t('account.verify.success')}
      initialTimes={initialTimes}
      check={async (code) => {
        await api('POST /auth/verify-email', { body: { email, code } })
        setVerified(true)
      }}
      resend={async () => {
        const sent = await api('POST /auth/send-verification-code', { body: { email } })
        return { times: codeTimes(sent, Date.now()), message: sent.message }
      }}
    />
  )
}

function AskAddress() {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setError } = useForm<{ email: string }>({
    resolver: zodResolver(EmailInput),
    defaultValues: { email: '' },
  })
  const submit = handleSubmit(async (input) => {
    try {
      const { canResendAt, expiresAt, message } = await api('POST /auth/send-verification-code', { body: input })
      toast.success(message)
      await navigate(paths.verifyEmail(input.email), { state: { canResendAt, expiresAt } })
    } catch (error) {
      if (!showFieldErrors(error, ['email'], setError)) toast.error(error)
    }
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldText(formState.errors.email?.message)}
        {...register('email')}
      />
      <Button type="submit" wide loading={formState.isSubmitting}>
        {t('account.verify.send')}
      </Button>
    </form>
  )
}
