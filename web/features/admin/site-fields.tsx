import type { Language } from '#contract/languages.ts'
import { SITE_DESCRIPTION_MAX_CHARS, SITE_NAME_MAX_CHARS } from '#contract/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { languageName } from '../../lib/language-name.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccentField } from './accent-field.tsx'
import styles from './admin.module.css'
import { LogoField } from './logo-field.tsx'
import type { SettingsDraft } from './settings-draft.ts'

interface SiteFieldsProps {
  draft: SettingsDraft
  /** All languages that the site can offer. */
  languages: readonly Language[]
}

/** Name, texts, colors and languages of the site. */
export function SiteFields({ draft, languages }: SiteFieldsProps) {
  const { t } = useTranslation()
  const { values, errors, change } = draft
  const text = (key: 'siteName' | 'siteDescription' | 'contactEmail') => ({
    /* i18n-keys: admin.settings.* */
    label: t(`admin.settings.${key}`),
    error: errors[key],
    value: values[key],
    onChange: (event: { target: { value: string } }) => change(key, event.target.value),
  })
  return (
    <>
      <div className={styles.short}>
        <TextField {...text('siteName')} maxChars={SITE_NAME_MAX_CHARS} />
      </div>
      <TextArea
        {...text('siteDescription')}
        hint={t('admin.settings.descriptionHint')}
        rows={3}
        maxChars={SITE_DESCRIPTION_MAX_CHARS}
      />
      <LogoField />
      <AccentField
        value={values.accentColor}
        error={errors.accentColor}
        onChange={(color) => change('accentColor', color)}
      />
      <fieldset className={styles.languages}>
        <legend>{t('admin.settings.languages')}</legend>
        {languages.map((language) => (
          <Checkbox
            key={language}
            label={languageName(language)}
            checked={values.languages.includes(language)}
            disabled={values.languages.length === 1 && values.languages[0] === language}
            onChange={(event) =>
              change(
                'languages',
                languages.filter((one) => (one === language ? event.target.checked : values.languages.includes(one))),
              )
            }
          />
        ))}
        <p className={styles.quiet}>{t('admin.settings.languagesHint')}</p>
      </fieldset>
      <div className={styles.short}>
        <TextField {...text('contactEmail')} type="email" hint={t('admin.settings.contactHint')} />
      </div>
    </>
  )
}
