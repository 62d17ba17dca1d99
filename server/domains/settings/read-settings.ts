import { DEFAULT_SETTINGS, SETTING_KEYS, SettingsInput, type SiteSettings } from '#contract/site/settings.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findStoredSettings } from './queries.ts'

/** Returns the current settings; missing or invalid values get their default. */
export async function readSettings(db: Db): Promise<SiteSettings> {
  const stored = await findStoredSettings(db)
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS }
  for (const key of SETTING_KEYS) {
    const text = stored.get(key)
    const parsed = text === undefined ? undefined : SettingsInput.shape[key].safeParse(JSON.parse(text))
    if (parsed?.success && parsed.data !== undefined) settings[key] = parsed.data
  }
  return settings as SiteSettings
}
