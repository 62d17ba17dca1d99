import type { Language } from './language.ts'
import type { Theme } from './paint-theme.ts'

/** Each language in its own words, so that nobody has to read a foreign one to find home. */
export const LANGUAGE_NAMES = { en: 'English', vi: 'Tiếng Việt' } as const satisfies Record<Language, string>

export const THEME_KEYS = {
  light: 'common.theme.light',
  dark: 'common.theme.dark',
  auto: 'common.theme.auto',
} as const satisfies Record<Theme, string>
