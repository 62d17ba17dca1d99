import { loadScript } from './load-script.ts'

interface TokenAnswer {
  access_token?: string
  error?: string
}

/** The parts of Google Identity Services used here. */
interface GoogleScript {
  accounts: {
    oauth2: {
      initTokenClient(options: {
        client_id: string
        scope: string
        callback: (answer: TokenAnswer) => void
        error_callback: (problem: { type: string }) => void
      }): { requestAccessToken(): void }
    }
    id: {
      initialize(options: {
        client_id: string
        nonce: string
        callback: (answer: { credential?: string }) => void
        cancel_on_tap_outside: boolean
        use_fedcm_for_prompt: boolean
      }): void
      prompt(): void
      cancel(): void
    }
  }
}

const SCRIPT = 'https://accounts.google.com/gsi/client'
const SCOPE = 'openid profile email'

export async function loadGoogle(): Promise<GoogleScript> {
  await loadScript(SCRIPT)
  const { google } = globalThis as { google?: GoogleScript }
  if (!google) throw new Error('the script of Google did not start')
  return google
}

/** Opens Google's popup. Null if the user closed it. Call it in a click handler, or the browser blocks it. */
export async function requestGoogleToken(clientId: string): Promise<string | null> {
  const google = await loadGoogle()
  return new Promise((resolve, reject) => {
    const client = google.accounts.oauth2.initTokenClient({
      client_id: clientId,
      scope: SCOPE,
      callback: ({ access_token, error }) => {
        if (access_token) resolve(access_token)
        else if (error === 'access_denied') resolve(null)
        else reject(new Error(error ?? 'no access token'))
      },
      error_callback: ({ type }) => (type === 'popup_closed' ? resolve(null) : reject(new Error(type))),
    })
    client.requestAccessToken()
  })
}
