import { ArrowLeft } from 'lucide-react'
import { useReducer } from 'react'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { useSendsMail } from '../../../lib/site-config.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { CodeForm } from '../codes/code-form.tsx'
import styles from '../form/auth-form.module.css'
import { AuthFrame } from '../form/auth-frame.tsx'
import { NoMailNotice } from '../form/no-mail-notice.tsx'
import {
  FORGOT_STEPS,
  type ForgotEvent,
  type ForgotFlow,
  type ForgotStep,
  forgotReducer,
  newForgotFlow,
} from './forgot-flow.ts'
import progress from './forgot-progress.module.css'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetAddressForm, requestResetCode } from './reset-address-form.tsx'

const TITLES = {
  email: 'account.forgot.emailTitle',
  verification: 'account.forgot.codeTitle',
  reset: 'account.forgot.resetTitle',
  success: 'account.forgot.successTitle',
} as const satisfies Record<ForgotStep, string>

export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  const { state } = useLocation() as { state: { email?: string } | null }
  const sendsMail = useSendsMail()
  const [flow, dispatch] = useReducer(forgotReducer, newForgotFlow(state?.email ?? ''))
  return (
    <AuthFrame
      title={t(flow.step === 'verification' && !sendsMail ? 'account.verify.codeTitle' : TITLES[flow.step])}
      lead={<Lead flow={flow} />}
      footer={<Back flow={flow} dispatch={dispatch} />}
    >
      <Progress step={flow.step} />
      {flow.step === 'email' && <NoMailNotice about="reset" />}
      {flow.step === 'verification' && <NoMailNotice about="code" />}
      {flow.step === 'email' && <ResetAddressForm email={flow.email} dispatch={dispatch} />}
      {flow.step === 'verification' && <CodeStep flow={flow} dispatch={dispatch} />}
      {flow.step === 'reset' && (
        <NewPasswordForm
          proof={{ email: flow.email, code: flow.code, resetToken: flow.resetToken }}
          onSet={() => dispatch({ type: 'passwordSet' })}
          onRefused={(message) => dispatch({ type: 'codeRefused', message })}
        />
      )}
      {flow.step === 'success' && (
        <div className={styles.form}>
          <ButtonLink to={paths.login} state={{ email: flow.email }} wide>
            {t('account.forgot.toLogin')}
          </ButtonLink>
        </div>
      )}
    </AuthFrame>
  )
}

interface StepProps {
  flow: ForgotFlow
  dispatch: (event: ForgotEvent) => void
}

function Lead({ flow: { step, email } }: { flow: ForgotFlow }) {
  const { t } = useTranslation()
  const sendsMail = useSendsMail()
  if (step === 'email') return t(sendsMail ? 'account.forgot.emailLead' : 'account.forgot.unmailedLead')
  if (step === 'reset') return t('account.forgot.resetLead')
  if (step === 'success') return t('account.forgot.successLead')
  const textKey = sendsMail ? 'account.forgot.codeLead' : 'account.verify.codeLead'
  return <RichText textKey={textKey} values={{ email }} components={{ strong: <strong /> }} />
}

function CodeStep({ flow, dispatch }: StepProps) {
  const { t } = useTranslation()
  const { email, times, problem } = flow
  return (
    <>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <CodeForm
        success={t('account.forgot.codeRight')}
        initialTimes={times}
        check={async (code) => {
          const { resetToken } = await api('POST /auth/verify-reset-code', { body: { email, code } })
          dispatch({ type: 'codeVerified', code, resetToken })
        }}
        resend={() => requestResetCode(email)}
      />
    </>
  )
}

function Back({ flow: { step }, dispatch }: StepProps) {
  const { t } = useTranslation()
  if (step === 'success') return null
  if (step === 'email')
    return (
      <Link to={paths.login} className={styles.link}>
        <ArrowLeft size={18} />
        {t('account.verify.back')}
      </Link>
    )
  return (
    <Button variant="ghost" icon={<ArrowLeft size={18} />} onClick={() => dispatch({ type: 'back' })}>
      {t(step === 'reset' ? 'account.forgot.backToCode' : 'account.forgot.backToEmail')}
    </Button>
  )
}

function Progress({ step }: { step: ForgotStep }) {
  const { t } = useTranslation()
  const now = FORGOT_STEPS.indexOf(step) + 1
  const label = t('account.forgot.progress', { now, total: FORGOT_STEPS.length })
  return (
    <div
      className={progress.bar}
      role="progressbar"
      aria-valuemin={1}
      aria-valuemax={FORGOT_STEPS.length}
      aria-valuenow={now}
      aria-valuetext={label}
      aria-label={t('account.forgot.progressLabel')}
    >
      {FORGOT_STEPS.map((name, index) => (
        <span key={name} className={progress.segment} data-reached={index < now || undefined} />
      ))}
    </div>
  )
}
