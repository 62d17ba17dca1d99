import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { TERMS_VERSION } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { signOut } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { completeSignIn, enterSuspended } from '../login/complete-sign-in.ts'
import { loadGoogle } from './google-script.ts'
import { inviteInAddress } from './invite-in-address.ts'
import { useProviderIds } from './provider-config.ts'

/** Offers Google's one-tap while the screen is shown, if Google is configured. */
export function useOneTap(): void {
  const { t } = useTranslation()
  const clientId = useProviderIds()?.google

  useEffect(() => {
    if (!clientId) return
    let gone = false
    let cancel = () => {}
    const signIn = async (nonce: string, { credential }: { credential?: string }) => {
      if (!credential) return toast.error(t('auth.google.idTokenRequired'))
      try {
        const body = { idToken: credential, nonce, acceptedTermsVersion: TERMS_VERSION, ...inviteInAddress() }
        const { data } = await api('POST /auth/google-one-tap', { body })
        await completeSignIn(data)
      } catch (error) {
        if (await enterSuspended(error)) return
        signOut()
        // Deleted accounts get a specific message.
        toast.error(error instanceof ApiError && error.status === 403 ? error : t('auth.google.error'))
      }
    }
    const offer = async () => {
      const { accounts } = await loadGoogle()
      // The server accepts its nonce only once, so an intercepted token is useless.
      const { nonce } = (await api('POST /auth/provider-nonce')).data
      const { id } = accounts

      if (gone) return
      id.initialize({
        client_id: clientId,
        nonce,
        callback: (answer) => void signIn(nonce, answer),
        cancel_on_tap_outside: false,
        use_fedcm_for_prompt: true,
      })
      id.prompt()
      cancel = () => id.cancel()
    }
    // Ignore failures here. The provider buttons report them when pressed.
    offer().catch(() => undefined)
    return () => {
      gone = true
      cancel()
    }
  }, [clientId, t])
}
