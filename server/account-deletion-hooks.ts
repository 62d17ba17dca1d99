import { allDomains } from './domains/all-domains.ts'
import type { AccountDeletionHooks } from './domains/auth/account/delete-account.ts'
import { fileHooks } from './domains/memes/file-hooks.ts'
import type { Deps } from './platform/deps.ts'

/** Runs every domain's part of deleting an account. Members, operators and retention all use it. */
export function accountDeletionHooks(deps: Deps): AccountDeletionHooks {
  const parts = allDomains.flatMap((domain) => domain.onAccountDeletion?.(deps) ?? [])
  return {
    async beforeDeletion(tx, user) {
      for (const part of parts) await part.before?.(tx, user)
    },
    async afterDeletion(user) {
      for (const part of parts) await part.after?.(user)
    },
    sweepFiles: fileHooks(deps).sweepFiles,
  }
}
