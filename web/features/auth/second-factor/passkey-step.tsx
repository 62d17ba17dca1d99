import { useState } from 'react'
import type { PasskeyAnswer, PasskeyQuestion } from '#contract/auth/passkeys.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { askPasskey } from '../passkeys/browser-passkeys.ts'

interface PasskeyStepProps {
  question: PasskeyQuestion
  problem: string
  send: (answer: PasskeyAnswer) => Promise<void>
}

export function PasskeyStep({ question, problem, send }: PasskeyStepProps) {
  const { t } = useTranslation()
  const [sending, setSending] = useState(false)
  const ask = async () => {
    setSending(true)
    try {
      const answer = await askPasskey(question)
      if (answer) await send(answer)
    } catch (error) {
      toast.error(error)
    }
    setSending(false)
  }
  return (
    <>
      <p>{t('account.secondFactor.passkeyLead')}</p>
      {problem && <p role="alert">{problem}</p>}
      <Button wide autoFocus loading={sending} onClick={() => void ask()}>
        {t('account.secondFactor.usePasskey')}
      </Button>
    </>
  )
}
