import type { Tx } from './db/db.ts'
import type { Deps } from './deps.ts'
import { forgetActions } from './domains/actions/forget-actions.ts'
import type { LeavingHooks } from './domains/auth/delete-account.ts'
import { fileHooks } from './domains/memes/file-hooks.ts'
import { forgetModeration } from './domains/moderation/moderate.ts'

/** What every domain does when a member leaves, however that comes about: by the member, an operator, or retention. */
export function leavingHooks(deps: Deps): LeavingHooks {
  return {
    async beforeLeaving(tx: Tx, userId: string) {
      await forgetActions(tx, userId)
      await forgetModeration(tx, userId)
    },
    sweepFiles: fileHooks(deps).sweepFiles,
  }
}
