import { languages } from 'virtual:texts'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { directionOf, type Language } from '#contract/languages.ts'
import { detectLanguage, keepLanguage } from './detect-language.ts'
import { site } from './site.ts'

const NAMESPACE = 'translation'

/** Variables that every text can use. */
const variables = {
  get site() {
    return site.get().name
  },
}

async function loadLanguage(language: Language) {
  const load = languages[language]
  if (!load) throw new Error(`There are no texts in ${language}`)
  return load()
}

const loadedFiles = new Set<string>()

async function addFile(language: Language, file: string): Promise<void> {
  const load = (await loadLanguage(language)).files[file]
  if (!load) throw new Error(`No texts ${file} in ${language}`)
  i18next.addResourceBundle(language, NAMESPACE, { [file]: (await load()).default }, true, true)
}

/** Runs before the first render. A member's stored language takes precedence over the detected one. */
export async function startTexts(preferred?: Language): Promise<void> {
  const language = detectLanguage(site.get().languages, preferred)
  const { core } = await loadLanguage(language)
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    supportedLngs: Object.keys(languages),
    resources: { [language]: { [NAMESPACE]: core } },
    interpolation: { escapeValue: false, defaultVariables: variables },
    // Screens wait for their own texts, so adding texts later never requires a new render.
    react: { useSuspense: false },
  })
  settle(language)
}

/** Loads the texts of a lazily loaded screen; `account.title` is in locales/{language}/account.json. */
export async function loadTexts(...files: string[]): Promise<void> {
  for (const file of files) loadedFiles.add(file)
  await Promise.all(files.map((file) => addFile(currentLanguage(), file)))
}

export async function changeLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return settle(language)
  const { core } = await loadLanguage(language)
  i18next.addResourceBundle(language, NAMESPACE, core, true, true)
  await Promise.all([...loadedFiles].map((file) => addFile(language, file)))
  await i18next.changeLanguage(language)
  settle(language)
}

function settle(language: Language): void {
  keepLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

export const currentLanguage = (): Language => i18next.language

/** Translates outside of components. */
export const translate = (key: string, values?: Record<string, unknown>): string => i18next.t(key, { ...values })

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return i18n.language
}
