import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SignedIn } from '#contract/auth/auth.ts'
import { TERMS_VERSION, VERIFY_REDIRECT_MS } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Link, useLocation, useNavigate, useSearchParams } from '../../../lib/router.tsx'
import { useSendsMail } from '../../../lib/site-config.ts'
import { RichText } from '../../../ui/rich-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { CodeForm } from '../codes/code-form.tsx'
import { codeTimes } from '../codes/code-times.ts'
import { AddressForm } from '../form/address-form.tsx'
import styles from '../form/auth-form.module.css'
import { AuthFrame } from '../form/auth-frame.tsx'
import { NoMailNotice } from '../form/no-mail-notice.tsx'
import { completeSignIn } from '../login/complete-sign-in.ts'
import { NewPasswordForm } from '../password-reset/new-password-form.tsx'
import { forgetRegistrationToken, registrationTokenOf } from './registration-token.ts'
import { TermsStatement } from './terms-statement.tsx'

/** Input for the last step if the address is verified but has no password. */
interface PasswordToSet {
  username: string
  resetToken: string
}

/** /verify-email?email=…; without an address, shows a field for one and sends a code. */
export function VerifyEmailScreen() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const email = query.get('email')?.trim() ?? ''
  const [toSet, setToSet] = useState<PasswordToSet | null>(null)
  const isMailed = useSendsMail()
  const codeTitle = isMailed ? 'account.verify.title' : 'account.verify.codeTitle'
  return (
    <AuthFrame
      title={t(toSet ? 'account.verify.setTitle' : email ? codeTitle : 'account.verify.askTitle')}
      lead={<Lead email={email} isMailed={isMailed} toSet={toSet} />}
      footer={
        <Link to={paths.login} className={styles.link}>
          <ArrowLeft size={18} />
          {t('account.verify.back')}
        </Link>
      }
    >
      {!toSet && <NoMailNotice about="code" />}
      {toSet ? (
        <SetPassword email={email} {...toSet} />
      ) : email ? (
        <VerifyCode key={email} email={email} onPasswordToSet={setToSet} />
      ) : (
        <AddressStep />
      )}
    </AuthFrame>
  )
}

function Lead({ email, isMailed, toSet }: { email: string; isMailed: boolean; toSet: PasswordToSet | null }) {
  const { t } = useTranslation()
  if (!email) return t('account.verify.askLead')
  const strong = { strong: <strong /> }
  const lead = isMailed ? 'account.verify.lead' : 'account.verify.codeLead'
  if (!toSet) return <RichText textKey={lead} values={{ email }} components={strong} />
  return <RichText textKey="account.verify.setLead" values={{ username: toSet.username }} components={strong} />
}

interface VerifyCodeProps {
  email: string
  onPasswordToSet: (toSet: PasswordToSet) => void
}

function VerifyCode({ email, onPasswordToSet }: VerifyCodeProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { canResendAt?: string; expiresAt?: string } | null }
  const [initialTimes] = useState(() => codeTimes(state, Date.now()))
  const [verified, setVerified] = useState<{ session?: SignedIn['data'] | undefined } | null>(null)
  useEffect(() => {
    if (!verified) return
    const { session } = verified
    const go = () =>
      void (session
        ? completeSignIn(session)
        : navigate(paths.login, { replace: true, state: { email, isVerified: true } }))
    const timer = setTimeout(go, VERIFY_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [verified, email, navigate])
  return (
    <CodeForm
      success={t(verified?.session ? 'account.verify.signedIn' : 'account.verify.success')}
      initialTimes={initialTimes}
      check={async (code) => {
        const registrationToken = registrationTokenOf(email)
        const done = await api('POST /auth/verify-email', { body: { email, code, registrationToken } })
        forgetRegistrationToken(email)
        if (done.resetToken) onPasswordToSet({ username: done.username, resetToken: done.resetToken })
        else setVerified({ session: done.data })
      }}
      resend={async () => {
        const body = { email, registrationToken: registrationTokenOf(email) }
        const sent = await api('POST /auth/send-verification-code', { body })
        return { times: codeTimes(sent, Date.now()), message: sent.message }
      }}
    />
  )
}

/** Lets the address owner choose a password. Needed if the address had several registrations, or none from this browser. */
function SetPassword({ email, resetToken }: PasswordToSet & { email: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <NewPasswordForm
      proof={{ email, resetToken, acceptedTermsVersion: TERMS_VERSION }}
      onSet={() => {
        toast.success(t('account.verify.passwordSet'))
        void navigate(paths.login, { replace: true, state: { email, isVerified: true } })
      }}
      onRefused={(message) => {
        toast.error(message)
        void navigate(paths.forgotPassword, { state: { email } })
      }}
    >
      <TermsStatement about="signUp" />
    </NewPasswordForm>
  )
}

function AddressStep() {
  const navigate = useNavigate()
  return (
    <AddressForm
      email=""
      onSend={async (email) => {
        const body = { email, registrationToken: registrationTokenOf(email) }
        const { canResendAt, expiresAt, message } = await api('POST /auth/send-verification-code', { body })
        toast.success(message)
        await navigate(paths.verifyEmail(email), { state: { canResendAt, expiresAt } })
      }}
    />
  )
}
