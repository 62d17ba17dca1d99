import type { Scope } from '#contract/auth/tokens.ts'

/** Text keys that describe each scope. */
export const SCOPE_KEYS = {
  read: 'tokens.scope.read',
  upload: 'tokens.scope.upload',
  actions: 'tokens.scope.actions',
} as const satisfies Record<Scope, string>
