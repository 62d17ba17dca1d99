import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_DIGITS } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { SecondFactorRequest } from '../../../lib/second-factor-request.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../proof/confirm-dialog.module.css'

/** Asks for a code of the authenticator app, or for a recovery code, and finishes the sign-in. */
export function SecondFactorDialog({ request }: { request: SecondFactorRequest }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && request.settle(null)}
      title={t('account.secondFactor.title')}
      size="sm"
    >
      <CodeStep request={request} />
    </Dialog>
  )
}

function CodeStep({ request: { challenge, settle, fail } }: { request: SecondFactorRequest }) {
  const { t } = useTranslation()
  const [lost, setLost] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      const proof = lost ? { recoveryCode: typed } : { code: typed.replace(/\s/g, '') }
      settle(await api('POST /auth/second-factor', { body: { challenge, ...proof } }))
    } catch (error) {
      setSending(false)
      if (!(error instanceof ApiError)) return toast.error(error)
      // Nothing that another code would mend.
      if (error.status === 403 || error.code === 'auth.challengeInvalid') return fail(error)
      setProblem(error.errors[0]?.message ?? error.message)
    }
  }
  const change = () => {
    setLost(!lost)
    setTyped('')
    setProblem('')
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>{t(lost ? 'account.secondFactor.recoveryLead' : 'account.secondFactor.codeLead')}</p>
      <TextField
        key={String(lost)}
        label={t(lost ? 'account.secondFactor.recoveryCode' : 'account.code.legend')}
        inputMode={lost ? 'text' : 'numeric'}
        autoComplete={lost ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" wide loading={sending} disabled={typed.length < CODE_DIGITS}>
        {t('common.login')}
      </Button>
      <Button variant="ghost" onClick={change}>
        {t(lost ? 'account.secondFactor.useCode' : 'account.secondFactor.useRecovery')}
      </Button>
    </form>
  )
}
