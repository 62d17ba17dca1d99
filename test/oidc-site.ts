import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach } from 'vitest'
import type { Role } from '#contract/people/roles.ts'
import { appForFile } from './for-file.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { OidcBrowser } from './oidc-browser.ts'

export const PUBLIC_URL = 'http://memeroom.test'

const roles = new Map<string, Role>([
  ['meme admins', 'admin'],
  ['meme team', 'moderator'],
])

/** The application of one test file with its own provider, for which two groups have roles. */
export async function oidcSite() {
  const provider = await startIdentityProvider({ publicUrl: PUBLIC_URL })
  afterAll(() => provider.stop())
  const app = await appForFile({ oidcProviders: [{ ...provider.settings, roles }], logLevel: 'silent' })
  afterEach(() => provider.tamperWith(null))
  return {
    app,
    provider,
    browser: () => new OidcBrowser(app.app, provider),
    /** Sends a logout token as the provider does. */
    logOut: (token: string, id = 'corp'): Promise<LightMyRequestResponse> =>
      app.app.inject({
        method: 'POST',
        url: `/api/auth/oidc/${id}/backchannel-logout`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      }),
  }
}

export const codeOfAnswer = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
