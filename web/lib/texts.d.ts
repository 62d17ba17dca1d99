declare module 'virtual:texts' {
  import type { ResourceLanguage } from 'i18next'

  interface LanguageModule {
    /** The texts that every screen needs. */
    core: ResourceLanguage
    /** Loads the other files by name. */
    files: Record<string, (() => Promise<{ default: ResourceLanguage }>) | undefined>
  }
  /** Loads a language by its code; provided by tools/scripts/languages.ts for each folder of web/locales. */
  export const languages: Record<string, (() => Promise<LanguageModule>) | undefined>
}
