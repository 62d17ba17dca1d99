import type { SecurityEventName } from '#contract/security-log.ts'

/** The text key of each event. */
export const SECURITY_EVENT_TEXTS = {
  'sign-in': 'account.security.events.sign-in',
  'sign-in-failed': 'account.security.events.sign-in-failed',
  'sign-out': 'account.security.events.sign-out',
  'session-ended': 'account.security.events.session-ended',
  'sessions-ended': 'account.security.events.sessions-ended',
  confirmed: 'account.security.events.confirmed',
  'confirm-failed': 'account.security.events.confirm-failed',
  'code-failed': 'account.security.events.code-failed',
  'password-changed': 'account.security.events.password-changed',
  'password-reset': 'account.security.events.password-reset',
  'email-changed': 'account.security.events.email-changed',
  'second-factor-added': 'account.security.events.second-factor-added',
  'second-factor-removed': 'account.security.events.second-factor-removed',
  'second-factor-failed': 'account.security.events.second-factor-failed',
  'recovery-codes-made': 'account.security.events.recovery-codes-made',
  'recovery-code-used': 'account.security.events.recovery-code-used',
  'export-requested': 'account.security.events.export-requested',
  'account-deleted': 'account.security.events.account-deleted',
  'role-changed': 'account.security.events.role-changed',
  suspended: 'account.security.events.suspended',
  unsuspended: 'account.security.events.unsuspended',
  refused: 'account.security.events.refused',
  'rate-limited': 'account.security.events.rate-limited',
} as const satisfies Record<SecurityEventName, string>
