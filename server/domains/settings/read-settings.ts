import type { Language } from '#contract/languages.ts'
import {
  DEFAULT_SETTINGS,
  SETTING_KEYS,
  SettingsInput,
  type SiteRules,
  type SiteSettings,
} from '#contract/site/settings.ts'
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
  const { languages, rules, ...others } = settings as SiteSettings
  return {
    ...others,
    rules: stored.has('rules') ? rules : formerRules(stored),
    languages: offeredLanguages(languages),
  }
}

/** Returns the rules that versions up to 0.2.0 stored; they had one setting for each of two languages. */
const formerRules = (stored: ReadonlyMap<string, string>): SiteRules =>
  Object.entries({ en: 'rulesEn', vi: 'rulesVi' }).flatMap(([language, key]) => {
    const text: unknown = JSON.parse(stored.get(key) ?? '""')
    return typeof text === 'string' && text !== '' ? [{ language, text }] : []
  })

/** Returns the chosen languages that still exist; without any, all complete ones. */
export function offeredLanguages(chosen: readonly Language[]): Language[] {
  const existing = LANGUAGES.filter((language) => chosen.includes(language))
  return existing.length > 0 ? existing : [...COMPLETE_LANGUAGES]
}
