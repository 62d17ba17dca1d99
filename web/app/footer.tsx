import { Moon, Sun, SunMoon } from 'lucide-react'
import type { ReactNode } from 'react'
import { LanguageChoice } from '../features/users/language-choice.tsx'
import { useTranslation } from '../lib/i18n.ts'
import { THEMES, type Theme } from '../lib/paint-theme.ts'
import { paths } from '../lib/paths.ts'
import { Link } from '../lib/router.tsx'
import { useSite } from '../lib/site.ts'
import { chooseTheme, useTheme } from '../lib/theme.ts'
import { Segmented } from '../ui/segmented.tsx'
import styles from './footer.module.css'
import { footerEntries } from './nav-entries.ts'

// i18n-keys: common.theme.*
const THEME_ICONS: Record<Theme, ReactNode> = {
  light: <Sun size={18} />,
  dark: <Moon size={18} />,
  auto: <SunMoon size={18} />,
}

export function Footer() {
  const { t } = useTranslation()
  const theme = useTheme()
  const { hasRules } = useSite()
  return (
    <footer className={styles.footer}>
      <p>{t('common.footer')}</p>
      {footerEntries.length > 0 && (
        <ul className={styles.links}>
          {footerEntries
            .filter((entry) => hasRules || entry.path !== paths.rules)
            .map(({ path, labelKey }) => (
              <li key={path}>
                <Link to={path}>{t(labelKey)}</Link>
              </li>
            ))}
        </ul>
      )}
      <div className={styles.choices}>
        <Segmented
          compact
          label={t('common.theme.label')}
          options={THEMES.map((value) => ({ value, label: t(`common.theme.${value}`), icon: THEME_ICONS[value] }))}
          value={theme}
          onChange={chooseTheme}
        />
        <LanguageChoice />
      </div>
    </footer>
  )
}
