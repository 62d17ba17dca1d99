import { cutShown } from '#contract/bounded.ts'
import { PROVEN_SETTINGS, type SettingsInput, type SiteSettings } from '#contract/site/settings.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireLanguages } from '#server/platform/texts/require-language.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import type { Actor } from '../moderation/require-power.ts'
import { readSettings } from '../settings/read-settings.ts'
import { storeSettings } from '../settings/store-settings.ts'

const LOGGED_MAX_CHARS = 200

class ProofNeeded extends Error {}

/**
 * Changes the given settings, effective on every node from the next request. Logs the old and new values. Throws
 * settings.picturesElsewhere, and the errors of `requireProof`, which it calls for a change of `PROVEN_SETTINGS`.
 * @param requireProof null for the operator
 */
export async function changeSiteSettings(
  deps: Pick<Deps, 'config' | 'db'>,
  by: Actor,
  input: SettingsInput,
  requireProof: (() => Promise<void>) | null,
): Promise<SiteSettings> {
  if (input.access === 'members' && deps.config.mediaUrl !== undefined) throw new AppError('settings.picturesElsewhere')
  if (input.languages) requireLanguages('languages', input.languages)
  if (requireProof === null) return storeChanges(deps, by, input, true)
  try {
    return await storeChanges(deps, by, input, false)
  } catch (error) {
    if (!(error instanceof ProofNeeded)) throw error
  }
  // After the rollback, because the refusal stores the code that it mails.
  await requireProof()
  return storeChanges(deps, by, input, true)
}

async function storeChanges(
  deps: Pick<Deps, 'db'>,
  by: Actor,
  input: SettingsInput,
  isProven: boolean,
): Promise<SiteSettings> {
  return withTransaction(deps.db, async (tx) => {
    const changes = await storeSettings(tx, input)
    if (!isProven && changes.some(({ key }) => PROVEN_SETTINGS.includes(key))) throw new ProofNeeded()
    for (const { key, before, after } of changes) {
      const reason = `${key}: ${cutShown(before, LOGGED_MAX_CHARS)} → ${cutShown(after, LOGGED_MAX_CHARS)}`
      await logAdmin(tx, by, { action: 'settings', targetKind: 'settings', reason })
    }
    return readSettings(tx)
  })
}
