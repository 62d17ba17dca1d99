import { SETTING_KEYS, type SettingKey, type SettingsInput, type SiteSettings } from '#contract/site/settings.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { storeSetting } from './queries.ts'
import { readSettings } from './read-settings.ts'

export interface ChangedSetting {
  key: SettingKey
  before: string
  after: string
}

/** Stores the given settings; returns the changed ones, with values as JSON. */
export async function storeSettings(tx: Tx, input: SettingsInput): Promise<ChangedSetting[]> {
  const before: SiteSettings = await readSettings(tx)
  const changed: ChangedSetting[] = []
  for (const key of SETTING_KEYS) {
    if (input[key] === undefined) continue
    const change = { key, before: JSON.stringify(before[key]), after: JSON.stringify(input[key]) }
    if (change.before === change.after) continue
    await storeSetting(tx, key, change.after)
    changed.push(change)
  }
  if (changed.length > 0) await publish(tx, 'siteChanged')
  return changed
}
