import type { Deps } from './deps.ts'
import { forgetActions } from './domains/actions/forget-actions.ts'
import type { LeavingHooks } from './domains/auth/delete-account.ts'
import { fileHooks } from './domains/memes/file-hooks.ts'
import { forgetModeration } from './domains/moderation/moderate.ts'
import { forgetMails, forgetTraces } from './domains/privacy/forget-traces.ts'

/** What every domain does when a member leaves, however that comes about: by the member, an operator, or retention. */
export function leavingHooks(deps: Deps): LeavingHooks {
  return {
    async beforeLeaving(tx, user) {
      await forgetActions(tx, user.id)
      await forgetModeration(tx, user.id)
      await forgetTraces(deps, tx, user)
    },
    afterLeaving: (user) => forgetMails(deps, user),
    sweepFiles: fileHooks(deps).sweepFiles,
  }
}
