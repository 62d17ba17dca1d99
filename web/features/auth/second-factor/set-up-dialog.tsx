import { type FormEvent, useState } from 'react'
import { CODE_DIGITS } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import looks from '../../../ui/looks.module.css'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './second-factor-section.module.css'

interface SetUpDialogProps {
  secret: string
  uri: string
  onClose: () => void
  onDone: (recoveryCodes: string[]) => void
}

/** Shows the secret for an authenticator app and a field for the first code, which activates it. */
export function SetUpDialog({ secret, uri, onClose, onDone }: SetUpDialogProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast.success(t('account.secondFactor.copied'))
    } catch (error) {
      toast.error(error)
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      const body = { code: code.replace(/\s/g, '') }
      onDone((await api('POST /users/me/second-factor/totp/confirm', { body })).data.recoveryCodes)
    } catch (error) {
      setSending(false)
      if (error instanceof ApiError && error.message) setProblem(error.errors[0]?.message ?? error.message)
      else toast.error(error)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('account.secondFactor.title')} size="sm">
      <form className={looks.stack4} onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('account.secondFactor.secretLead')}</p>
        <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
        <div className={looks.row3}>
          <Button variant="secondary" size="sm" onClick={() => void copy()}>
            {t('account.secondFactor.copyKey')}
          </Button>
        </div>
        <p>
          <a href={uri}>{t('account.secondFactor.openApp')}</a>
        </p>
        <TextField
          label={t('account.secondFactor.firstCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={problem}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" wide loading={sending} disabled={code.length < CODE_DIGITS}>
          {t('account.secondFactor.turnOn')}
        </Button>
      </form>
    </Dialog>
  )
}
