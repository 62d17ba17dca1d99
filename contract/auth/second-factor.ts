import * as z from 'zod'
import { defineCall } from '../call.ts'
import { Code, Count, MessageAnswer, okData, optional, text } from '../primitives.ts'
import { SignedIn } from './auth.ts'
import { PasskeyAnswer } from './passkeys.ts'

/** A code from the authenticator app, a recovery code, or a passkey response. */
const SecondFactorProof = z.object({
  code: optional(Code),
  recoveryCode: optional(text().min(1).max(40)),
  passkey: optional(PasskeyAnswer),
})
export const SecondFactorInput = SecondFactorProof.extend({ challenge: text().min(1).max(1000) }).refine(
  ({ code, recoveryCode, passkey }) => code !== undefined || recoveryCode !== undefined || passkey !== undefined,
  { path: ['code'], error: 'requiredField' },
)
export type SecondFactorInput = z.infer<typeof SecondFactorInput>

export const SecondFactor = z
  .object({
    totp: z.boolean(),
    /** Whether a passkey is required after the password. */
    passkeys: z.boolean(),
    recoveryCodesLeft: Count,
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof SecondFactor>
const RecoveryCodes = okData(z.object({ recoveryCodes: z.array(z.string()) }))

const tag = 'auth'
const own = { tag, auth: 'member', suspendedAllowed: true } as const

export const passSecondFactor = defineCall({
  method: 'POST',
  path: '/auth/second-factor',
  tag,
  auth: 'public',
  strangers: 'always',
  summary: 'Finish signing in with a code or a passkey, after auth.secondFactorRequired and its `challenge`',
  body: SecondFactorInput,
  failures: ['auth.challengeInvalid', 'auth.secondFactorInvalid', 'auth.accountSuspended', 'auth.tooManyRequests'],
  response: SignedIn,
})
export const getSecondFactor = defineCall({
  ...own,
  method: 'GET',
  path: '/users/me/second-factor',
  summary: 'Whether signing in asks for a second factor, and how many recovery codes are left',
  response: okData(SecondFactor),
})
export const beginTotp = defineCall({
  ...own,
  method: 'POST',
  path: '/users/me/second-factor/totp',
  freshProof: true,
  summary: 'A new secret for an authenticator app; it counts once confirmed',
  failures: ['auth.secondFactorExists'],
  response: okData(z.object({ secret: z.string(), uri: z.string() })),
})
export const confirmTotp = defineCall({
  ...own,
  method: 'POST',
  path: '/users/me/second-factor/totp/confirm',
  freshProof: true,
  summary: 'Turn the second factor on with a first code; answers recovery codes, this once',
  body: z.object({ code: Code }),
  failures: ['auth.secondFactorExists', 'auth.secondFactorInvalid', 'auth.tooManyRequests'],
  response: RecoveryCodes,
})
export const removeTotp = defineCall({
  ...own,
  method: 'DELETE',
  path: '/users/me/second-factor/totp',
  freshProof: true,
  summary: 'Turn the second factor off',
  response: MessageAnswer,
})
export const requirePasskeys = defineCall({
  ...own,
  method: 'PUT',
  path: '/users/me/second-factor/passkeys',
  freshProof: true,
  summary: 'Ask for one of the passkeys after the password; answers recovery codes unless there are some',
  failures: ['auth.secondFactorMissing'],
  response: RecoveryCodes,
})
export const stopRequiringPasskeys = defineCall({
  ...own,
  method: 'DELETE',
  path: '/users/me/second-factor/passkeys',
  freshProof: true,
  summary: 'No longer ask for a passkey after the password',
  response: MessageAnswer,
})
export const renewRecoveryCodes = defineCall({
  ...own,
  method: 'POST',
  path: '/users/me/second-factor/recovery-codes',
  freshProof: true,
  summary: 'New recovery codes; the former ones no longer work',
  failures: ['auth.secondFactorMissing'],
  response: RecoveryCodes,
})
