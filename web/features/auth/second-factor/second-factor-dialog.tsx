import { useState } from 'react'
import type { SignedIn } from '#contract/auth/auth.ts'
import type { SecondFactorInput } from '#contract/auth/second-factor.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { SecondFactorRequest } from '../../../lib/second-factor-request.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { usePasskeysWork } from '../passkeys/use-passkeys-work.ts'
import styles from '../proof/confirm-dialog.module.css'
import { CodeStep } from './code-step.tsx'
import { PasskeyStep } from './passkey-step.tsx'

const WAYS = ['passkey', 'totp', 'recoveryCode'] as const
type Way = (typeof WAYS)[number]

const CHANGE_TEXTS = {
  passkey: 'account.secondFactor.usePasskey',
  totp: 'account.secondFactor.useCode',
  recoveryCode: 'account.secondFactor.useRecovery',
} as const

/** Asks for a passkey, an authenticator code or a recovery code, then completes the sign-in. */
export function SecondFactorDialog({ request }: { request: SecondFactorRequest }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && request.settle(null)}
      title={t('account.secondFactor.title')}
      size="sm"
    >
      <Steps request={request} />
    </Dialog>
  )
}

function Steps({ request: { challenge, methods, passkey, settle, fail } }: { request: SecondFactorRequest }) {
  const { t } = useTranslation()
  const passkeysWork = usePasskeysWork()
  const question = passkeysWork ? passkey : null
  const ways = WAYS.filter((way) => methods.includes(way) && (way !== 'passkey' || question))
  const [chosen, setChosen] = useState<Way | null>(null)
  const [problem, setProblem] = useState('')
  const way = chosen ?? ways[0] ?? 'recoveryCode'
  const send = async (proof: Omit<SecondFactorInput, 'challenge'>): Promise<void> => {
    setProblem('')
    try {
      settle(
        (await api('POST /auth/second-factor', { body: { challenge, ...proof } as SecondFactorInput })) as SignedIn,
      )
    } catch (error) {
      if (!(error instanceof ApiError)) return void toast.error(error)
      // Another code cannot fix these errors.
      if (error.status === 403 || error.code === 'auth.challengeInvalid') return fail(error)
      setProblem(error.errors[0]?.message ?? error.message)
    }
  }
  return (
    <div className={styles.form}>
      {way === 'passkey' && question ? (
        <PasskeyStep question={question} problem={problem} send={(answer) => send({ passkey: answer })} />
      ) : (
        <CodeStep key={way} isRecovery={way === 'recoveryCode'} problem={problem} send={send} />
      )}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button
            key={other}
            variant="ghost"
            onClick={() => {
              setChosen(other)
              setProblem('')
            }}
          >
            {t(CHANGE_TEXTS[other])}
          </Button>
        ))}
    </div>
  )
}
