import { useEffect, useState } from 'react'
import { TERMS_VERSION } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { signOut } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { completeSignIn, enterSuspended } from '../login/complete-sign-in.ts'
import { loadFacebook, requestFacebookToken } from './facebook-script.ts'
import { inviteInAddress } from './invite-in-address.ts'
import { type Provider, useFacebookAppId } from './provider-config.ts'

/** The address that leads to a provider and back to the login page. */
export function providerStart(id: string): string {
  const query = new URLSearchParams({ acceptedTermsVersion: TERMS_VERSION, ...inviteInAddress() })
  return `/api/auth/oidc/${id}/start?${query}`
}

/** State of the provider buttons. `running` is the name of the active provider. */
export function useProviderSignIn(leave: (url: string) => void = (url) => location.assign(url)) {
  const facebookAppId = useFacebookAppId()
  const [running, setRunning] = useState<string | null>(null)

  useEffect(() => {
    // Preload the script: browsers only allow popups in a click handler.
    if (facebookAppId) loadFacebook(facebookAppId).catch(() => undefined)
  }, [facebookAppId])

  useEffect(() => {
    // Back from the provider, the page may still be as it was left.
    const show = (event: PageTransitionEvent) => {
      if (event.persisted) setRunning(null)
    }
    addEventListener('pageshow', show)
    return () => removeEventListener('pageshow', show)
  }, [])

  const start = async ({ id, name }: Provider) => {
    setRunning(name)
    if (id !== null) return leave(providerStart(id))
    try {
      const token = facebookAppId ? await requestFacebookToken(facebookAppId) : null
      if (token) {
        const body = { access_token: token, acceptedTermsVersion: TERMS_VERSION, ...inviteInAddress() }
        await completeSignIn((await api('POST /auth/facebook-oauth', { body })).data)
      }
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
