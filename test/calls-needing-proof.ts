import type { CallKey } from '#contract/calls.ts'

/** Calls that give lasting access, or lose or show all data: they need a recent sign-in or proof of identity. */
export const NEEDS_PROOF: ReadonlySet<CallKey> = new Set<CallKey>([
  'POST /admin/people',
  'PUT /admin/people/{id}/role',
  'POST /admin/people/{id}/delete',
  'POST /admin/people/{id}/reset-link',
  'POST /admin/invites',
  'POST /admin/gif-keys',
  'POST /admin/webhooks',
  'POST /admin/webhooks/{id}/rotate-secret',
  'POST /users/me/tokens',
  'POST /users/me/passkeys/options',
  'POST /users/me/passkeys',
  'DELETE /users/me/passkeys/{id}',
  'PUT /users/me/second-factor/passkeys',
  'DELETE /users/me/second-factor/passkeys',
  'POST /users/me/second-factor/totp',
  'POST /users/me/second-factor/totp/confirm',
  'DELETE /users/me/second-factor/totp',
  'POST /users/me/second-factor/recovery-codes',
  'DELETE /users/me',
  'DELETE /users/me/sessions',
  'POST /users/me/export',
  'GET /users/me/export/{exportId}/file',
])
