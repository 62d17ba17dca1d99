import { directionOf, type Language } from '#contract/languages.ts'
import { SITE_RULES_MAX_CHARS } from '#contract/limits.ts'
import type { SiteRules } from '#contract/site/settings.ts'
import { languageName } from '../../lib/language-name.ts'
import { TextArea } from '../../ui/text-area.tsx'

interface RulesFieldsProps {
  /** The languages that the site offers. */
  languages: readonly Language[]
  rules: SiteRules
  /** Messages by the path of their value. */
  errors: Readonly<Record<string, string>>
  onChange: (rules: SiteRules) => void
}

/** A text for each offered language, and for each other one that has rules already. */
export function RulesFields({ languages, rules, errors, onChange }: RulesFieldsProps) {
  const shown = [...new Set([...languages, ...rules.map(({ language }) => language)])]
  const textIn = (wanted: Language) => rules.find(({ language }) => language === wanted)?.text ?? ''
  return shown.map((language) => (
    <TextArea
      key={language}
      label={languageName(language)}
      lang={language}
      dir={directionOf(language)}
      error={errors[`rules.${rules.findIndex((one) => one.language === language)}.text`]}
      value={textIn(language)}
      onChange={({ target }) =>
        onChange(shown.map((one) => ({ language: one, text: one === language ? target.value : textIn(one) })))
      }
      rows={4}
      maxChars={SITE_RULES_MAX_CHARS}
    />
  ))
}
