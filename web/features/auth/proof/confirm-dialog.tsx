import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { ConfirmRequest, Proof } from '../../../lib/confirm-identity.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { navigateTo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { signOut, useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import looks from '../../../ui/looks.module.css'
import { PasswordField } from '../../../ui/password-field.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { CodeForm } from '../codes/code-form.tsx'
import { codeTimes } from '../codes/code-times.ts'
import { PasswordOwner } from '../form/new-password-fields.tsx'
import { NoMailNotice } from '../form/no-mail-notice.tsx'
import styles from './confirm-dialog.module.css'

type StepProps = ConfirmRequest

/** Without a provider to link, the proof confirms the session. */
const confirmSession = async (proof: Proof) => void (await api('POST /auth/confirm', { body: proof }))

/** Asks for the password, or for an emailed code if the account has none. The refused call then continues. */
export function ConfirmDialog({ request }: { request: ConfirmRequest }) {
  const { t } = useTranslation()
  const { terms, settle, link } = request
  const Step = STEPS[String(terms.method)] ?? PasswordStep
  const title = t(link ? 'account.linking.linkTitle' : 'account.confirm.title')
  return (
    <Dialog open onOpenChange={(open) => !open && settle(false)} title={title} size="sm">
      <Step {...request} />
    </Dialog>
  )
}

const STEPS: Record<string, typeof PasswordStep> = { password: PasswordStep, code: CodeStep, signIn: SignInStep }

function PasswordStep({ terms, settle, link }: StepProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      await (link ?? confirmSession)({ password })
      settle(true)
    } catch (error) {
      setSending(false)
      if (error instanceof ApiError && error.status === 401) return settle(false)
      if (error instanceof ApiError && error.message) setProblem(error.message)
      else toast.error(error)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>
        {link
          ? t('account.linking.passwordLead', { provider: String(terms.provider) })
          : t('account.confirm.passwordLead')}
      </p>
      <PasswordOwner email={user?.email ?? ''} />
      <PasswordField
        label={t(link ? 'account.password' : 'account.change.current')}
        autoComplete="current-password"
        autoFocus
        error={problem}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" wide loading={sending} disabled={password === ''}>
        {t('account.confirm.submit')}
      </Button>
    </form>
  )
}

function CodeStep({ terms, settle, link }: StepProps) {
  const { t } = useTranslation()
  const check = async (code: string) => {
    await (link ?? confirmSession)({ code })
    settle(true)
  }
  const resend = async () => ({ times: await sendCode(link ?? confirmSession), message: '' })
  return (
    <div className={styles.form}>
      <p className={looks.breakable}>
        <RichText
          textKey={link ? 'account.linking.codeLead' : 'account.confirm.codeLead'}
          values={{ email: String(terms.email ?? ''), provider: String(terms.provider ?? '') }}
          components={{ strong: <strong /> }}
        />
      </p>
      <NoMailNotice about="code" />
      <CodeForm
        success={t(link ? 'account.linking.linked' : 'account.confirm.done')}
        initialTimes={codeTimes(terms, Date.now())}
        check={check}
        resend={resend}
      />
    </div>
  )
}

/** Requests a code by email: without password and code, the server sends one and refuses with its times. */
async function sendCode(send: (proof: Proof) => Promise<void>) {
  try {
    await send({})
  } catch (error) {
    if (error instanceof ApiError && error.body.requiresCode === true) return codeTimes(error.body, Date.now())
    throw error
  }
  return codeTimes(null, Date.now())
}

function SignInStep({ settle }: StepProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.form}>
      <p>{t('account.confirm.signInLead')}</p>
      <Button
        wide
        onClick={() => {
          settle(false)
          signOut()
          navigateTo(paths.login)
        }}
      >
        {t('account.confirm.signIn')}
      </Button>
    </div>
  )
}
