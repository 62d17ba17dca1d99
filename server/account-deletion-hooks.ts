import { allDomains } from './domains/all-domains.ts'
import type { AccountDeletionHooks } from './domains/auth/account/delete-account.ts'
import { fileHooks } from './domains/memes/file-hooks.ts'
import type { Deps } from './platform/deps.ts'

/** Every domain's part in deleting an account, for the member, an operator and retention alike. */
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
