import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PasskeyResponse } from '#contract/auth/passkeys.ts'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { signOut } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { completeSignIn, enterSuspended } from '../login/complete-sign-in.ts'
import { offerPasskeys, requestPasskey } from './browser-passkeys.ts'
import { usePasskeysWork } from './use-passkeys-work.ts'

/** Login with a passkey, by the button or from the address field's autofill. */
export function PasskeyLogin() {
  const { t } = useTranslation()
  const work = usePasskeysWork()
  const [running, setRunning] = useState(false)
  const [attempts, setAttempts] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt ends the offer, which then begins again.
  useEffect(() => {
    if (!work || running) return
    return offerPasskeys(async (answer) => {
      if (!(await logIn(answer))) setAttempts((before) => before + 1)
    })
  }, [work, running, attempts])

  if (!work) return null
  const start = async () => {
    setRunning(true)
    try {
      const answer = await requestPasskey((await api('POST /auth/passkey/options')).data)
      if (answer) await logIn(answer)
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      variant="secondary"
      wide
      icon={<KeyRound size={18} aria-hidden="true" />}
      loading={running}
      onClick={() => void start()}
    >
      {t('account.login.passkey')}
    </Button>
  )
}

/** Returns false, after showing the error, if the server rejected the login. */
async function logIn(credential: PasskeyResponse): Promise<boolean> {
  try {
    await completeSignIn((await api('POST /auth/passkey', { body: { credential } })).data)
    return true
  } catch (error) {
    if (await enterSuspended(error)) return true
    signOut()
    toast.error(error)
    return false
  }
}
