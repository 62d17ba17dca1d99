import { languages } from 'virtual:texts'
import { directionOf, type Language, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { detectLanguage, storeLanguage } from './detect-language.ts'
import { site } from './site.ts'
import { createStore, useStore } from './store.ts'
import { createTranslator, type Texts, type Translate } from './translator.ts'

/** Values that every text can use. */
const shared = {
  get site() {
    return site.get().name
  },
}

async function loadLanguage(language: Language) {
  const load = languages[language]
  if (!load) throw new Error(`There are no texts in ${language}`)
  return load()
}

const texts = new Map<Language, Texts>()
const translator = createStore(createTranslator(REFERENCE_LANGUAGE, textsIn(REFERENCE_LANGUAGE), shared))
const loadedFiles = new Set<string>()

/** Translators share this object. Screens wait for their own texts, so an addition never requires a new render. */
function textsIn(language: Language): Texts {
  const found = texts.get(language) ?? {}
  texts.set(language, found)
  return found
}

async function addCore(language: Language): Promise<void> {
  const { core } = await loadLanguage(language)
  Object.assign(textsIn(language), core)
}

async function addFile(language: Language, file: string): Promise<void> {
  const load = (await loadLanguage(language)).files[file]
  if (!load) throw new Error(`No texts ${file} in ${language}`)
  Object.assign(textsIn(language), { [file]: (await load()).default })
}

/** Runs before the first render. A member's stored language takes precedence over the detected one. */
export async function startTexts(preferred?: Language): Promise<void> {
  const language = detectLanguage(site.get().languages, preferred)
  await addCore(language)
  settle(language)
}

/** Loads the texts of a lazily loaded screen; `account.title` is in locales/{language}/account.json. */
export async function loadTexts(...files: string[]): Promise<void> {
  for (const file of files) loadedFiles.add(file)
  await Promise.all(files.map((file) => addFile(currentLanguage(), file)))
}

export async function changeLanguage(language: Language): Promise<void> {
  if (language !== currentLanguage()) {
    await addCore(language)
    await Promise.all([...loadedFiles].map((file) => addFile(language, file)))
  }
  settle(language)
}

function settle(language: Language): void {
  if (language !== currentLanguage()) translator.set(createTranslator(language, textsIn(language), shared))
  storeLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

export const currentLanguage = (): Language => translator.get().language

/** Translates outside of components. */
export const translate: Translate = (key, values) => translator.get().translate(key, values)

export const hasText = (key: string): boolean => translator.get().has(key)

/** Returns the names of the texts directly below a key. */
export const textNames = (key: string): string[] => translator.get().namesIn(key)

/** Renders the component again when the language changes. */
export function useTranslation(): { t: Translate; language: Language } {
  const { translate: t, language } = useStore(translator)
  return { t, language }
}

export const useLanguage = (): Language => useStore(translator).language
