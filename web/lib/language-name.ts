import type { Language } from '#contract/languages.ts'

/** Each language's name in that language, so that its speakers find it. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
