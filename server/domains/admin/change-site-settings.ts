import { cutShown } from '#contract/bounded.ts'
import type { SettingsInput, SiteSettings } from '#contract/site/settings.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireLanguages } from '#server/platform/texts/require-language.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import type { Actor } from '../moderation/require-power.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { readSettings } from '../settings/read-settings.ts'

const LOGGED_MAX_CHARS = 200

/**
 * Changes the given settings, effective on every node from the next request. Logs the old and new values. Throws
 * settings.picturesElsewhere.
 */
export async function changeSiteSettings(
  deps: Pick<Deps, 'config' | 'db'>,
  by: Actor,
  input: SettingsInput,
): Promise<SiteSettings> {
  if (input.access === 'members' && deps.config.mediaUrl !== undefined) throw new AppError('settings.picturesElsewhere')
  if (input.languages) requireLanguages('languages', input.languages)
  return withTransaction(deps.db, async (tx) => {
    for (const { key, before, after } of await changeSettings(tx, input)) {
      const reason = `${key}: ${cutShown(before, LOGGED_MAX_CHARS)} → ${cutShown(after, LOGGED_MAX_CHARS)}`
      await logAdmin(tx, by, { action: 'settings', targetKind: 'settings', reason })
    }
    return readSettings(tx)
  })
}
