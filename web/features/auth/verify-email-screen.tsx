import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { VERIFY_REDIRECT_MS } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../ui/toast.ts'
import { AddressForm } from './address-form.tsx'
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
  const navigate = useNavigate()
  return (
    <AddressForm
      email=""
      onSend={async (email) => {
        const { canResendAt, expiresAt, message } = await api('POST /auth/send-verification-code', { body: { email } })
        toast.success(message)
        await navigate(paths.verifyEmail(email), { state: { canResendAt, expiresAt } })
      }}
    />
  )
}
