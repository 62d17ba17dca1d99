import { createHmac } from 'node:crypto'
import { emailOrNull, fetchFromProvider, idOrNull, nameOf, type ProviderProfile, SignInError } from './sign-in.ts'

export interface Facebook {
  byAccessToken(token: string): Promise<ProviderProfile>
}

/** Facebook Login: verifies the token with the app's credentials, then reads the profile with it. */
export function createFacebook(options: { appId: string; appSecret: string; graphUrl: string }): Facebook {
  const { appId, appSecret, graphUrl } = options
  return {
    async byAccessToken(token) {
      const question = new URLSearchParams({ input_token: token, access_token: `${appId}|${appSecret}` })
      const { data } = await fetchFromProvider(`${graphUrl}/debug_token?${question}`)
      const facts = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
      const userId = idOrNull(facts.user_id)
      if (facts.is_valid !== true || String(facts.app_id) !== appId || !userId)
        throw new SignInError('auth.providerTokenInvalid')
      const me = await fetchFromProvider(
        `${graphUrl}/me?${new URLSearchParams({
          fields: 'id,name,email',
          access_token: token,
          // https://developers.facebook.com/docs/graph-api/guides/secure-requests
          appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
        })}`,
      )
      if (me.id !== userId) throw new SignInError('auth.providerTokenInvalid')
      return {
        provider: 'facebook',
        subject: userId,
        name: nameOf(me.name),
        email: emailOrNull(me.email),
        // Facebook never states whether an address is verified.
        emailVerified: false,
      }
    },
  }
}
