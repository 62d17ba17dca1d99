import type { Language } from '#contract/languages.ts'
import type { Theme } from './paint-theme.ts'

/** Each language's name in that language, so that its speakers find it. */
export const LANGUAGE_NAMES = { en: 'English', vi: 'Tiếng Việt' } as const satisfies Record<Language, string>

export const THEME_KEYS = {
  light: 'common.theme.light',
  dark: 'common.theme.dark',
  auto: 'common.theme.auto',
} as const satisfies Record<Theme, string>
