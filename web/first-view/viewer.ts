import { type Language, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { detectLanguage } from '../lib/detect-language.ts'
import { embeddedFirstView } from '../lib/embedded-view.ts'
import { readStored, type Session } from '../lib/stored-session.ts'
import { fillText, type TextValues } from '../lib/translator.ts'
import type { FirstText } from './first-texts.ts'

/** The stored session, as the application will read it. */
export const viewer: Session = readStored()

/** Returns the language that the application will choose; must match web/lib/i18n.ts. */
export const viewerLanguage = (): Language =>
  detectLanguage(embeddedFirstView()?.site.languages ?? [REFERENCE_LANGUAGE], viewer.user?.preferences.contentLanguage)

/** Returns a text of the page in the viewer's language. A number as `count` selects the plural form. */
export function firstText(key: FirstText, values: TextValues = {}): string {
  const view = embeddedFirstView()
  const language = viewerLanguage()
  const texts = view?.firstTexts[language] ?? {}
  const form =
    typeof values.count === 'number'
      ? texts[`${key}_${new Intl.PluralRules(language).select(values.count)}`]
      : undefined
  return fillText(form ?? texts[key] ?? '', values, { site: view?.site.name })
}
