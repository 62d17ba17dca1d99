import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignedIn } from '#contract/auth/auth.ts'
import { TERMS_VERSION } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { signOut } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { completeSignIn, enterSuspended } from '../login/complete-sign-in.ts'
import { loadFacebook, requestFacebookToken } from './facebook-script.ts'
import { loadGoogle, requestGoogleToken } from './google-script.ts'
import { type Invite, inviteInAddress } from './invite-in-address.ts'
import { useProviderIds } from './provider-config.ts'

export type Provider = 'google' | 'facebook'

interface Way {
  load: (id: string) => Promise<unknown>
  ask: (id: string) => Promise<string | null>
  send: (token: string, invite: Invite) => Promise<SignedIn>
}

const WAYS: Record<Provider, Way> = {
  google: {
    load: loadGoogle,
    ask: requestGoogleToken,
    send: (token, invite) =>
      api('POST /auth/google-oauth', { body: { access_token: token, acceptedTermsVersion: TERMS_VERSION, ...invite } }),
  },
  facebook: {
    load: loadFacebook,
    ask: requestFacebookToken,
    send: (token, invite) =>
      api('POST /auth/facebook-oauth', {
        body: { access_token: token, acceptedTermsVersion: TERMS_VERSION, ...invite },
      }),
  },
}

/**
 * State of the provider buttons. `running` is the active provider. Pressing a provider that is not configured shows a message.
 */
export function useProviderSignIn() {
  const { t } = useTranslation()
  const ids = useProviderIds()
  const [running, setRunning] = useState<Provider | null>(null)

  useEffect(() => {
    // Preload the scripts: browsers only allow popups in a click handler.
    for (const provider of ['google', 'facebook'] as const) {
      const id = ids?.[provider]
      if (id) WAYS[provider].load(id).catch(() => undefined)
    }
  }, [ids])

  const start = async (provider: Provider, name: string) => {
    const id = ids?.[provider]
    if (!id) return toast.info(t('auth.provider.notConfigured', { provider: name }), { id: `provider ${name}` })
    const { ask, send } = WAYS[provider]
    setRunning(provider)
    try {
      const token = await ask(id)
      if (token) await completeSignIn((await send(token, inviteInAddress())).data)
    } catch (error) {
      if (await enterSuspended(error)) return
      signOut()
      toast.error(error)
    } finally {
      setRunning(null)
    }
  }

  return { running, start }
}
