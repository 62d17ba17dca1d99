import i18next, { type ResourceLanguage } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { LANGUAGES, type Language, toLanguage } from '#contract/languages.ts'
import { detectLanguage, keepLanguage } from './detect-language.ts'
import { site } from './site.ts'
import { byFile } from './texts.ts'

const NAMESPACE = 'translation'

/** Variables that every text can use. */
const variables = {
  get site() {
    return site.get().name
  },
}

/** The texts that every screen needs: one bundle per language. Other screens load their own. */
const core: Record<Language, () => Promise<ResourceLanguage>> = {
  en: () => import('./texts-en.ts').then(byFile),
  vi: () => import('./texts-vi.ts').then(byFile),
}
const lazyFiles = import.meta.glob<ResourceLanguage>(
  ['../locales/*/*.json', '!../locales/*/{common,auth,toast,errorScreens,fields,feed,memes,search}.json'],
  { import: 'default' },
)

const loadedFiles = new Set<string>()

async function addFile(language: Language, file: string): Promise<void> {
  const load = lazyFiles[`../locales/${language}/${file}.json`]
  if (!load) throw new Error(`No texts ${file} in ${language}`)
  i18next.addResourceBundle(language, NAMESPACE, { [file]: await load() }, true, true)
}

/** Runs before the first render. A member's stored language takes precedence over the detected one. */
export async function startTexts(preferred?: Language): Promise<void> {
  const language = detectLanguage(site.get().languages, preferred)
  const texts = await core[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    supportedLngs: LANGUAGES,
    resources: { [language]: { [NAMESPACE]: texts } },
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
  const texts = await core[language]()
  i18next.addResourceBundle(language, NAMESPACE, texts, true, true)
  await Promise.all([...loadedFiles].map((file) => addFile(language, file)))
  await i18next.changeLanguage(language)
  settle(language)
}

function settle(language: Language): void {
  keepLanguage(language)
  document.documentElement.lang = language
}

export const currentLanguage = (): Language => toLanguage(i18next.language) ?? 'en'

/** Translates outside of components. */
export const translate = (key: string, values?: Record<string, unknown>): string => i18next.t(key, { ...values })

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return toLanguage(i18n.language) ?? 'en'
}
