import { type FormEvent, useId } from 'react'
import { CODE_MAX_ATTEMPTS } from '#contract/limits.ts'
import { formatCountdown } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../form/auth-form.module.css'
import { CodeBoxes } from './code-boxes.tsx'
import { isComplete } from './code-entry.ts'
import { type CodeCheck, useCodeCheck } from './use-code-check.ts'
import { useCountdown } from './use-countdown.ts'

interface CodeFormProps extends CodeCheck {
  /** Message shown once the code is accepted. */
  success: string
}

/** The six code boxes with expiry, remaining attempts and a resend button. */
export function CodeForm({ success, ...how }: CodeFormProps) {
  const { t } = useTranslation()
  const noticeId = useId()
  const { entry, onEvent, times, problem, resend, resending, submit } = useCodeCheck(how)
  const wait = useCountdown(times.canResendAt)
  const validFor = useCountdown(times.expiresAt)
  const { status, attemptsLeft } = entry

  const notice = () => {
    if (status === 'success') return { tone: 'good', text: success }
    if (status === 'blocked') return { tone: 'bad', text: t('account.verify.blocked') }
    if (status === 'error') return { tone: 'bad', text: problem || t('account.verify.wrong') }
    if (validFor === 0) return { tone: 'bad', text: t('account.verify.expired') }
    return { tone: undefined, text: t('account.verify.validFor', { time: formatCountdown(validFor) }) }
  }
  const { tone, text } = notice()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <CodeBoxes entry={entry} onEvent={onEvent} describedBy={noticeId} />
      <p id={noticeId} className={styles.notice} data-tone={tone} role={tone ? 'alert' : undefined}>
        {text}
      </p>
      <Button
        type="submit"
        wide
        loading={status === 'checking'}
        disabled={!isComplete(entry) || status === 'blocked' || status === 'success'}
      >
        {t('account.verify.submit')}
      </Button>
      <div className={styles.resend}>
        <span className={styles.counter}>
          {t('account.verify.attempts', { left: attemptsLeft, total: CODE_MAX_ATTEMPTS })}
        </span>
        <Button
          variant="ghost"
          size="sm"
          loading={resending}
          disabled={wait > 0 || status === 'success'}
          onClick={() => void resend()}
        >
          {wait > 0 ? t('account.verify.resendIn', { time: formatCountdown(wait) }) : t('account.verify.resend')}
        </Button>
      </div>
    </form>
  )
}
