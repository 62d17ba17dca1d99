import { languageNames } from 'virtual:texts'
import { type Language, nameOfLanguage } from '#contract/languages.ts'

/**
 * Each language's name in that language. The build looks up those of the screens, because browsers take 10 ms for the first one;
 * the rules of a site can have texts in other languages.
 */
export const languageName = (language: Language): string => languageNames[language] ?? nameOfLanguage(language)
