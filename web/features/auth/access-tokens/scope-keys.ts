import type { Scope } from '#contract/tokens.ts'

/** What a scope allows, as a key of the texts. */
export const SCOPE_KEYS = {
  read: 'tokens.scope.read',
  upload: 'tokens.scope.upload',
  actions: 'tokens.scope.actions',
} as const satisfies Record<Scope, string>
