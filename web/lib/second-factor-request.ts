import type { SignedIn } from '#contract/auth/auth.ts'
import type { PasskeyOptions } from '#contract/auth/passkeys.ts'
import { createStore } from './store.ts'

export interface SecondFactorRequest {
  challenge: string
  /** The account's methods: `passkey`, `totp`, `recoveryCode`. */
  methods: readonly string[]
  passkey: PasskeyOptions | null
  /** Pass null if the user canceled. */
  settle: (signedIn: SignedIn | null) => void
  fail: (error: unknown) => void
}

/** The sign-in that waits for a second factor; null without one. */
export const secondFactorRequest = createStore<SecondFactorRequest | null>(null)

/** Asks for the second factor in a dialog. Resolves with the result of the sign-in. */
export function requestSecondFactor({
  challenge,
  methods,
  passkey,
}: Record<string, unknown>): Promise<SignedIn | null> {
  const asked = new Promise<SignedIn | null>((settle, fail) =>
    secondFactorRequest.set({
      challenge: String(challenge),
      methods: Array.isArray(methods) ? methods : ['totp', 'recoveryCode'],
      passkey: (passkey as PasskeyOptions | undefined) ?? null,
      settle,
      fail,
    }),
  )
  return asked.finally(() => secondFactorRequest.set(null))
}
