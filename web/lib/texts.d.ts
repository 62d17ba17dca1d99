declare module 'virtual:texts' {
  import type { Texts } from './translator.ts'

  interface LanguageModule {
    /** The texts that every screen needs. */
    core: Texts
    /** Loads the other files by name. */
    files: Record<string, (() => Promise<{ default: Texts }>) | undefined>
  }
  /** Loads a language by its code; provided by tools/scripts/languages.ts for each folder of web/locales. */
  export const languages: Record<string, (() => Promise<LanguageModule>) | undefined>
  /** Each language's name in that language. */
  export const languageNames: Record<string, string | undefined>
}
