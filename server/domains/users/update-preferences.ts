import type { Preferences, PreferencesInput } from '#contract/users.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/viewer.ts'
import { presentPreferences } from './present.ts'
import { updateUser } from './queries.ts'

/** Updates the given fields. */
export async function updatePreferences(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  input: PreferencesInput,
): Promise<Preferences> {
  const user = await withTransaction(deps.db, (tx) =>
    updateUser(tx, viewer.userId, {
      ...(input.contentLanguage === undefined ? {} : { content_language: input.contentLanguage }),
      ...(input.emailNotifications === undefined ? {} : { email_notifications: input.emailNotifications }),
    }),
  )
  if (!user) throw new AppError('auth.tokenInvalid')
  return presentPreferences(user)
}
