import type { Scope } from '#contract/auth/tokens.ts'

export const SCOPE_KEYS = {
  read: 'tokens.scope.read',
  upload: 'tokens.scope.upload',
  actions: 'tokens.scope.actions',
} as const satisfies Record<Scope, string>
