import { type FormEvent, useState } from 'react'
import { CODE_DIGITS } from '#contract/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../proof/confirm-dialog.module.css'

interface CodeStepProps {
  /** Asks for a recovery code instead of an authenticator code. */
  isRecovery: boolean
  problem: string
  send: (proof: { code: string } | { recoveryCode: string }) => Promise<void>
}

export function CodeStep({ isRecovery, problem, send }: CodeStepProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [sending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    await send(isRecovery ? { recoveryCode: typed } : { code: typed.replace(/\s/g, '') })
    setSending(false)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>{t(isRecovery ? 'account.secondFactor.recoveryLead' : 'account.secondFactor.codeLead')}</p>
      <TextField
        label={t(isRecovery ? 'account.secondFactor.recoveryCode' : 'account.code.legend')}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
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
    </form>
  )
}
