import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { CodeTimes } from '../codes/code-times.ts'
import { AddressForm } from '../form/address-form.tsx'
import { type ForgotEvent, forgotTimes } from './forgot-flow.ts'

/**
 * Requests a code. Server errors must not reveal whether an address is registered, so the flow continues as if a code was sent.
 * Throws on 429 and network errors.
 */
export async function requestResetCode(email: string): Promise<{ times: CodeTimes; message: string }> {
  try {
    const sent = await api('POST /auth/forgot-password', { body: { email } })
    return { times: forgotTimes(sent, Date.now()), message: sent.message }
  } catch (error) {
    if (error instanceof ApiError && error.status !== 429) return { times: forgotTimes(null, Date.now()), message: '' }
    throw error
  }
}

interface ResetAddressFormProps {
  email: string
  dispatch: (event: ForgotEvent) => void
}

export function ResetAddressForm({ email, dispatch }: ResetAddressFormProps) {
  return (
    <AddressForm
      email={email}
      onSend={async (address) => {
        const { times } = await requestResetCode(address)
        dispatch({ type: 'codeSent', email: address, times })
      }}
    />
  )
}
