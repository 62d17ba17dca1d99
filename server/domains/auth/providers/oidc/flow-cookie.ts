import { createHmac } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import * as z from 'zod'
import { ERROR_CODES } from '#contract/errors.ts'

/** Time for a sign-in at the provider, and again for the answer here. */
export const FLOW_SECONDS = 900

const Begun = z.object({
  step: z.literal('begun'),
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  invite: z.string().optional(),
  acceptedTermsVersion: z.string().optional(),
})
const Confirmed = z.object({ step: z.literal('confirmed'), provider: z.string(), ticket: z.string() })
const Failed = z.object({ step: z.literal('failed'), code: z.enum(ERROR_CODES) })
const Flow = z.discriminatedUnion('step', [Begun, Confirmed, Failed])
/** A sign-in at a provider, as its browser stores it: begun, confirmed by the provider, or failed. */
export type Flow = z.infer<typeof Flow>
export type BegunFlow = z.infer<typeof Begun>

const keyOf = (authSecret: string) => createHmac('sha256', authSecret).update('provider sign-in cookie').digest()

/** Encrypts a sign-in for the browser's cookie, so that any node can continue it and no other site can have made it. */
export async function sealFlow(authSecret: string, flow: Flow): Promise<string> {
  return new EncryptJWT(flow)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${FLOW_SECONDS}s`)
    .encrypt(keyOf(authSecret))
}

/** Returns the sign-in in a cookie; null if it is forged or expired. */
export async function openFlow(authSecret: string, cookie: string): Promise<Flow | null> {
  try {
    const { payload } = await jwtDecrypt(cookie, keyOf(authSecret), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['exp'],
    })
    return Flow.safeParse(payload).data ?? null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
