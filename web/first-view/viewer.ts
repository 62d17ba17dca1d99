import { type Language, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { detectLanguage } from '../lib/detect-language.ts'
import { embeddedFirstView } from '../lib/embedded-view.ts'
import { readStored, type Session } from '../lib/stored-session.ts'

/** The stored session, as the application will read it. */
export const viewer: Session = readStored()

/** Returns the language that the application will choose; must match web/lib/i18n.ts. */
export const viewerLanguage = (): Language =>
  detectLanguage(embeddedFirstView()?.site.languages ?? [REFERENCE_LANGUAGE], viewer.user?.preferences.contentLanguage)

/** Returns the page's first texts in the viewer's language; undefined if the document has none. */
export const firstTexts = <Keys extends readonly string[]>(): Record<Keys[number], string> | undefined =>
  embeddedFirstView()?.firstTexts[viewerLanguage()]
