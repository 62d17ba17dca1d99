import { createFacebook } from './facebook.ts'
import { createGoogle } from './google.ts'
import { SignInError, type SignInProviders } from './sign-in.ts'

export interface ProviderSettings {
  googleClientId: string | undefined
  googleIssuerUrl: string
  facebookAppId: string | undefined
  facebookAppSecret: string | undefined
  facebookGraphUrl: string
}

/** Creates the configured sign-in providers. Calling the others throws SignInError `auth.providerNotConfigured`. */
export function createProviders(settings: ProviderSettings): SignInProviders {
  const google = settings.googleClientId
    ? createGoogle({ clientId: settings.googleClientId, issuerUrl: settings.googleIssuerUrl })
    : undefined
  const facebook =
    settings.facebookAppId && settings.facebookAppSecret
      ? createFacebook({
          appId: settings.facebookAppId,
          appSecret: settings.facebookAppSecret,
          graphUrl: settings.facebookGraphUrl,
        })
      : undefined
  return {
    googleAccessToken: async (token) => configured(google).byAccessToken(token),
    googleIdToken: async (idToken, nonce) => configured(google).byIdToken(idToken, nonce),
    facebookAccessToken: async (token) => configured(facebook).byAccessToken(token),
  }
}

function configured<T>(provider: T | undefined): T {
  if (!provider) throw new SignInError('auth.providerNotConfigured')
  return provider
}
