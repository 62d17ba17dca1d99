import type { PasskeyOptions, PasskeyResponse } from '#contract/auth/passkeys.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useTask } from '../../../ui/use-task.ts'
import { requestPasskey } from '../passkeys/browser-passkeys.ts'

interface PasskeyStepProps {
  question: PasskeyOptions
  problem: string
  send: (answer: PasskeyResponse) => Promise<void>
}

export function PasskeyStep({ question, problem, send }: PasskeyStepProps) {
  const { t } = useTranslation()
  const { isRunning, run } = useTask()
  const ask = async () => {
    const answer = await requestPasskey(question)
    if (answer) await send(answer)
  }
  return (
    <>
      <p>{t('account.secondFactor.passkeyLead')}</p>
      {problem && <p role="alert">{problem}</p>}
      <Button wide autoFocus loading={isRunning} onClick={() => void run(ask)}>
        {t('account.secondFactor.usePasskey')}
      </Button>
    </>
  )
}
