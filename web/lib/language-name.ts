import { languageNames } from 'virtual:texts'
import type { Language } from '#contract/languages.ts'

/** Each language's name in that language. */
export const languageName = (language: Language): string => languageNames[language] ?? language
