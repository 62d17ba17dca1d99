import { Suspense } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { languageName } from '../../lib/language-name.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useSite } from '../../lib/site.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { chooseLanguage } from './choose-language.ts'

/** Loaded only on sites with many languages: the footer is on the home page. */
const Select = lazyPart(() => import('../../ui/select.tsx').then((module) => module.Select<string>))

/** The largest number of languages that fits in one row on a phone. */
const ROW_MAX = 3

/** The languages that the site offers; nothing if there is only one. */
export function LanguageChoice() {
  const { t, language } = useTranslation()
  const { languages } = useSite()
  if (languages.length < 2) return null
  const choice = {
    label: t('common.language'),
    options: languages.map((value) => ({ value, label: languageName(value) })),
    value: language,
    onChange: (value: string) => void chooseLanguage(value),
  }
  if (languages.length <= ROW_MAX) return <Segmented {...choice} />
  return (
    <Suspense>
      <Select {...choice} labelHidden />
    </Suspense>
  )
}
