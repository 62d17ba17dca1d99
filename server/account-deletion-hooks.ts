import type { Deps } from './deps.ts'
import { forgetActions } from './domains/actions/forget-actions.ts'
import type { AccountDeletionHooks } from './domains/auth/account/delete-account.ts'
import { uploadForgetter } from './domains/bulk-upload/forget-uploads.ts'
import { forgetNotInterested } from './domains/feed/not-interested.ts'
import { forgetMailFiles } from './domains/mail/forget-mails.ts'
import { fileHooks } from './domains/memes/file-hooks.ts'
import { tellOfHidden } from './domains/memes/visibility.ts'
import { forgetModeration } from './domains/moderation/moderate.ts'
import { forgetTraces } from './domains/privacy/forget-traces.ts'
import { sweepWords } from './domains/search/indexing/sweep-words.ts'

/** What every domain does when an account is deleted, by the member, an operator, or retention. */
export function accountDeletionHooks(deps: Deps): AccountDeletionHooks {
  const uploads = uploadForgetter(deps)
  return {
    async beforeDeletion(tx, user) {
      await uploads.note(tx, user.id)
      await forgetActions(tx, user.id)
      await forgetNotInterested(tx, user.id)
      await forgetModeration(tx, user.id)
      await forgetTraces(deps, tx, user)
      await tellOfHidden(tx)
    },
    async afterDeletion(user) {
      await uploads.remove(user.id)
      await forgetMailFiles(deps, user)
      await sweepWords(deps)
    },
    sweepFiles: fileHooks(deps).sweepFiles,
  }
}
