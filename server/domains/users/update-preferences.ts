import type { Preferences, PreferencesInput } from '#contract/people/users.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireLanguages } from '#server/platform/texts/require-language.ts'
import type { Member } from '#server/platform/viewer.ts'
import { presentPreferences } from './present.ts'
import { lockUser, updateUser } from './queries.ts'

export async function updatePreferences(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  input: PreferencesInput,
): Promise<Preferences> {
  if (input.contentLanguage) requireLanguages('contentLanguage', [input.contentLanguage])
  const user = await withTransaction(deps.db, async (tx) => {
    const locked = await lockUser(tx, viewer.userId)
    return updateUser(tx, viewer.userId, {
      ...(locked
        ? {
            ...(input.notifications
              ? {
                  notifications_off: switchedOff(locked.notifications_off, {
                    ...input.notifications,
                    moderation: undefined,
                  }),
                }
              : {}),
            ...(input.mails
              ? {
                  mails_off: switchedOff(locked.mails_off, {
                    ...input.mails,
                    follow: undefined,
                    moderation: undefined,
                  }),
                }
              : {}),
            ...(input.pushes ? { pushes_off: switchedOff(locked.pushes_off, input.pushes) } : {}),
          }
        : {}),
      ...(input.mails?.follow === undefined ? {} : { email_notifications: input.mails.follow }),
      ...(input.contentLanguage === undefined ? {} : { content_language: input.contentLanguage }),
      ...(input.sensitiveContent === undefined ? {} : { sensitive_content: input.sensitiveContent }),
      ...(input.emailNotifications === undefined ? {} : { email_notifications: input.emailNotifications }),
    })
  })
  if (!user) throw new AppError('auth.tokenInvalid')
  return presentPreferences(user)
}

/** Returns the kinds that are off after a change to some kinds. */
function switchedOff(before: readonly string[], change: NonNullable<PreferencesInput['notifications']>): string[] {
  const off = new Set(before)
  for (const [kind, isOn] of Object.entries(change)) {
    if (isOn) off.delete(kind)
    else if (isOn === false) off.add(kind)
  }
  return [...off].sort()
}
