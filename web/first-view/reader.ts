import { type Language, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { detectLanguage } from '../lib/detect-language.ts'
import { embeddedFirstView } from '../lib/embedded-view.ts'
import { readStored, type Session } from '../lib/stored-session.ts'

/** The stored session, as the application will read it. */
export const reader: Session = readStored()

/** Returns the language that the application will choose; must match web/lib/i18n.ts. */
export const readerLanguage = (): Language =>
  detectLanguage(embeddedFirstView()?.site.languages ?? [REFERENCE_LANGUAGE], reader.user?.preferences.contentLanguage)

/** Returns the page's first texts in the reader's language; undefined if the document has none. */
export const firstTexts = <Keys extends readonly string[]>(): Record<Keys[number], string> | undefined =>
  embeddedFirstView()?.firstTexts[readerLanguage()]
