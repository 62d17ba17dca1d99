import type { NewPasskeyOptions, PasskeyInput, PasskeyOptions, PasskeyResponse } from '#contract/auth/passkeys.ts'
import { api } from '../../../lib/api.ts'

const library = () => import('@simplewebauthn/browser')

/** Interval for renewing the challenge, which is valid for ten minutes. */
const OFFER_AGAIN_MS = 8 * 60_000

/** Requests a passkey in the browser's dialog. Null if the user closed it. */
export async function requestPasskey(question: PasskeyOptions): Promise<PasskeyResponse | null> {
  const { startAuthentication } = await library()
  return unlessClosed(startAuthentication({ optionsJSON: { ...question, allowCredentials: known(question) } }))
}

/** Creates a passkey in the browser's dialog. Null if the user closed it. Throws if the device already has one. */
export async function makePasskey(question: NewPasskeyOptions): Promise<PasskeyInput['credential'] | null> {
  const { startRegistration } = await library()
  const excludeCredentials = known({ allowCredentials: question.excludeCredentials })
  return unlessClosed(startRegistration({ optionsJSON: { ...question, excludeCredentials } }))
}

/**
 * Offers passkeys in the address field's autofill, if the browser supports that. Renews the challenge before it expires.
 * @returns a function that withdraws the offer
 */
export function offerPasskeys(use: (answer: PasskeyResponse) => Promise<void>): () => void {
  let gone = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const offer = async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await library()
    if (!(await browserSupportsWebAuthnAutofill()) || gone) return
    const { data } = await api('POST /auth/passkey/options')
    if (gone) return
    timer = setTimeout(start, OFFER_AGAIN_MS)
    const answer = await startAuthentication({
      optionsJSON: { ...data, allowCredentials: [] },
      useBrowserAutofill: true,
    })
    if (!gone) await use(answer)
  }
  // The user did not request this, so ignore failures. The passkey button reports them when pressed.
  const start = () => void offer().catch(() => undefined)
  start()
  return () => {
    gone = true
    clearTimeout(timer)
    void library().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
  }
}

type Transport = 'internal' | 'usb' | 'nfc' | 'ble' | 'hybrid'

const known = ({ allowCredentials }: Pick<PasskeyOptions, 'allowCredentials'>) =>
  allowCredentials.map(({ id, type, transports }) => ({ id, type, transports: (transports ?? []) as Transport[] }))

async function unlessClosed<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
    throw error
  }
}
