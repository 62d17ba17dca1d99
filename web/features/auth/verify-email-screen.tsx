import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { EmailInput } from '#contract/auth.ts'
import { api } from '../../lib/api.ts'
import { showFieldErrors, useFieldText } from '../../lib/form-errors.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { VerifyCodeForm } from './verify-code-form.tsx'

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
      {email ? <VerifyCodeForm key={email} email={email} /> : <AskAddress />}
    </AuthFrame>
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
