import * as z from 'zod'
import { defineCall } from '../call.ts'
import { Code, Count, MessageAnswer, okData, optional, text } from '../primitives.ts'
import { SignedIn } from './auth.ts'
import { PasskeyResponse } from './passkeys.ts'

/** A code from the authenticator app, a recovery code, or a passkey response. */
const SecondFactorProof = z.object({
  code: optional(Code),
  recoveryCode: optional(text().min(1).max(40)),
  passkey: optional(PasskeyResponse),
})
export const SecondFactorInput = SecondFactorProof.extend({ challenge: text().min(1).max(1000) }).refine(
  ({ code, recoveryCode, passkey }) => code !== undefined || recoveryCode !== undefined || passkey !== undefined,
  { path: ['code'], error: 'requiredField' },
)
export type SecondFactorInput = z.infer<typeof SecondFactorInput>

export const SecondFactor = z
  .object({
    totp: z.boolean(),
    /** True if a passkey is required after the password. */
    passkeys: z.boolean(),
    recoveryCodesLeft: Count,
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof SecondFactor>
const RecoveryCodes = okData(z.object({ recoveryCodes: z.array(z.string()) }))

const tag = 'auth'
const own = { tag, auth: 'member', suspendedAllowed: true } as const

export const passSecondFactor = defineCall('POST /auth/second-factor', {
  tag,
  auth: 'public',
  strangers: 'always',
  summary: 'Finish signing in with a code or a passkey, after auth.secondFactorRequired and with its `challenge`',
  body: SecondFactorInput,
  failures: ['auth.challengeInvalid', 'auth.secondFactorInvalid', 'auth.accountSuspended', 'auth.tooManyRequests'],
  response: SignedIn,
})
export const getSecondFactor = defineCall('GET /users/me/second-factor', {
  ...own,
  summary: 'Get whether signing in requires a second factor, and the number of remaining recovery codes',
  response: okData(SecondFactor),
})
export const beginTotp = defineCall('POST /users/me/second-factor/totp', {
  ...own,
  freshProof: true,
  summary: 'Create a secret for an authenticator app; it takes effect once confirmed',
  failures: ['auth.secondFactorExists'],
  response: okData(z.object({ secret: z.string(), uri: z.string() })),
})
export const confirmTotp = defineCall('POST /users/me/second-factor/totp/confirm', {
  ...own,
  freshProof: true,
  summary: 'Turn on the second factor with a first code; returns the recovery codes, only this once',
  body: z.object({ code: Code }),
  failures: ['auth.secondFactorExists', 'auth.secondFactorInvalid', 'auth.tooManyRequests'],
  response: RecoveryCodes,
})
export const removeTotp = defineCall('DELETE /users/me/second-factor/totp', {
  ...own,
  freshProof: true,
  summary: 'Turn off the second factor',
  response: MessageAnswer,
})
export const requirePasskeys = defineCall('PUT /users/me/second-factor/passkeys', {
  ...own,
  freshProof: true,
  summary: 'Require a passkey after the password; returns recovery codes unless there are some',
  failures: ['auth.secondFactorMissing'],
  response: RecoveryCodes,
})
export const stopRequiringPasskeys = defineCall('DELETE /users/me/second-factor/passkeys', {
  ...own,
  freshProof: true,
  summary: 'Stop requiring a passkey after the password',
  response: MessageAnswer,
})
export const renewRecoveryCodes = defineCall('POST /users/me/second-factor/recovery-codes', {
  ...own,
  freshProof: true,
  summary: 'Create new recovery codes; the previous ones stop working',
  failures: ['auth.secondFactorMissing'],
  response: RecoveryCodes,
})
