import * as z from 'zod'
import { defineCall } from '../call.ts'
import { SECURITY_EVENTS_PAGE_SIZE } from '../limits.ts'
import { entryPage, Id, IsoDate, pageQuery } from '../primitives.ts'

/** The events that the security log records. */
export const SECURITY_EVENTS = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'session-ended',
  'sessions-ended',
  'confirmed',
  'confirm-failed',
  'code-failed',
  'password-changed',
  'password-reset',
  'email-changed',
  'token-created',
  'token-revoked',
  'tokens-ended',
  'provider-linked',
  'passkey-added',
  'passkey-removed',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-failed',
  'recovery-codes-made',
  'recovery-code-used',
  'export-requested',
  'account-deleted',
  'role-changed',
  'suspended',
  'unsuspended',
  'refused',
  'rate-limited',
] as const
export const SecurityEventName = z.enum(SECURITY_EVENTS)
export type SecurityEventName = z.infer<typeof SecurityEventName>

export const SecurityEvent = z
  .object({
    _id: Id,
    event: SecurityEventName,
    at: IsoDate,
    device: z.string(),
    /** True if the event came from the same network as this request. */
    sameNetwork: z.boolean(),
  })
  .meta({ id: 'SecurityEvent' })
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const listSecurityEvents = defineCall('GET /users/me/security-events', {
  tag: 'auth',
  auth: 'member',
  suspendedAllowed: true,
  summary: 'List the security events of this account, such as sign-ins, failed sign-ins, and changed credentials',
  query: pageQuery(SECURITY_EVENTS_PAGE_SIZE),
  response: entryPage(SecurityEvent),
})
