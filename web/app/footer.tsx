import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { chooseLanguage } from '../features/users/choose-language.ts'
import { LANGUAGE_NAMES } from '../lib/choices.ts'
import { useLanguage } from '../lib/i18n.ts'
import { LANGUAGES } from '../lib/language.ts'
import { Segmented } from '../ui/segmented.tsx'
import styles from './footer.module.css'
import { footerEntries } from './nav-entries.ts'

export function Footer() {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <footer className={styles.footer}>
      <p className={styles.line}>{t('common.footer')}</p>
      {footerEntries.length > 0 && (
        <ul className={styles.links}>
          {footerEntries.map(({ path, labelKey }) => (
            <li key={path}>
              <Link to={path}>{t(labelKey)}</Link>
            </li>
          ))}
        </ul>
      )}
      <Segmented
        label={t('common.language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(value) => void chooseLanguage(value)}
      />
    </footer>
  )
}
