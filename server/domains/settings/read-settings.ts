import type { Language } from '#contract/languages.ts'
import { DEFAULT_SETTINGS, SETTING_KEYS, SettingsInput, type SiteSettings } from '#contract/site/settings.ts'
import type { Db } from '#server/platform/db/db.ts'
import { COMPLETE_LANGUAGES, LANGUAGES } from '#server/platform/texts/texts.ts'
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
  const { languages, ...others } = settings as SiteSettings
  return { ...others, languages: offeredLanguages(languages) }
}

/** Returns the chosen languages that still exist; without any, all complete ones. */
export function offeredLanguages(chosen: readonly Language[]): Language[] {
  const existing = LANGUAGES.filter((language) => chosen.includes(language))
  return existing.length > 0 ? existing : [...COMPLETE_LANGUAGES]
}
