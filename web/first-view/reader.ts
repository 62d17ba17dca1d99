import { LANGUAGES, type Language } from '#contract/languages.ts'
import { detectLanguage } from '../lib/detect-language.ts'
import { embeddedFirstView } from '../lib/embedded-view.ts'
import { readStored, type Session } from '../lib/stored-session.ts'

/** Who reads, as the application will find it. */
export const reader: Session = readStored()

/** The language that the application will choose, as web/lib/i18n.ts does. */
export const readerLanguage = (): Language =>
  detectLanguage(embeddedFirstView()?.site.languages ?? LANGUAGES, reader.user?.preferences.contentLanguage)
