import type { SensitiveContent } from '#contract/people/users.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { THEMES } from '../../../lib/paint-theme.ts'
import { useSite } from '../../../lib/site.ts'
import type { SessionUser } from '../../../lib/stored-session.ts'
import { chooseTheme, useTheme } from '../../../lib/theme.ts'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { LanguageChoice } from '../language-choice.tsx'
import { NotificationGrid } from './notification-grid.tsx'
import styles from './preferences-panel.module.css'
import { PushSection } from './push-section.tsx'
import { useSaved } from './use-saved.ts'

// i18n-keys: common.theme.*
// i18n-keys: account.preferences.sensitiveContent.*
const SENSITIVE_CHOICES = ['hide', 'blur', 'show'] as const
/** Preferences. Each change takes effect at once and reverts if the server rejects it. */
export function PreferencesPanel({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const theme = useTheme()
  const { languages } = useSite()
  return (
    <div className={styles.choices}>
      {languages.length > 1 && (
        <PanelSection title={t('common.language')} hint={t('account.preferences.languageHint')}>
          <LanguageChoice />
        </PanelSection>
      )}
      <PanelSection title={t('common.theme.label')} hint={t('account.preferences.themeHint')}>
        <Segmented
          label={t('common.theme.label')}
          options={THEMES.map((value) => ({ value, label: t(`common.theme.${value}`) }))}
          value={theme}
          onChange={chooseTheme}
        />
      </PanelSection>
      <SensitivePreference user={user} />
      <NotificationGrid user={user} />
      <PushSection />
    </div>
  )
}

function SensitivePreference({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const [wanted, save] = useSaved<SensitiveContent>()
  return (
    <PanelSection title={t('account.preferences.sensitive')} hint={t('account.preferences.sensitiveHint')}>
      <Segmented
        label={t('account.preferences.sensitive')}
        options={SENSITIVE_CHOICES.map((value) => ({
          value,
          label: t(`account.preferences.sensitiveContent.${value}`),
        }))}
        value={wanted ?? user.preferences.sensitiveContent ?? 'blur'}
        onChange={(sensitiveContent) => void save({ sensitiveContent }, sensitiveContent)}
      />
    </PanelSection>
  )
}
