import { type Language, REFERENCE_LANGUAGE, toLanguage } from '#contract/languages.ts'
import { LANGUAGES } from '#server/platform/texts/texts.ts'

/** @param code language code as chat apps send it, such as `vi` or `en-US` */
export const languageOfCode = (code: string | undefined): Language => toLanguage(code, LANGUAGES) ?? REFERENCE_LANGUAGE
