import { LANGUAGES, type Language, toLanguage } from '#contract/languages.ts'

/** @param code language code as chat apps send it, such as `vi` or `en-US` */
export const languageOfCode = (code: string | undefined): Language => toLanguage(code) ?? LANGUAGES[0]
