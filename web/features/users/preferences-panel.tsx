import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { LANGUAGE_NAMES, THEME_KEYS } from '../../lib/choices.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { LANGUAGES } from '../../lib/language.ts'
import { THEMES } from '../../lib/paint-theme.ts'
import { updateUser } from '../../lib/session.ts'
import type { SessionUser } from '../../lib/stored-session.ts'
import { chooseTheme, useTheme } from '../../lib/theme.ts'
import { PanelSection } from '../../ui/panel-section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.ts'
import { chooseLanguage } from './choose-language.ts'
import styles from './preferences-panel.module.css'

/** Each choice takes effect at once; one that the server does not take goes back. */
export function PreferencesPanel({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const theme = useTheme()
  return (
    <div className={styles.choices}>
      <PanelSection title={t('common.language')} hint={t('account.preferences.languageHint')}>
        <Segmented
          label={t('common.language')}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          onChange={(value) => void chooseLanguage(value)}
        />
      </PanelSection>
      <PanelSection title={t('common.theme.label')} hint={t('account.preferences.themeHint')}>
        <Segmented
          label={t('common.theme.label')}
          options={THEMES.map((value) => ({ value, label: t(THEME_KEYS[value]) }))}
          value={theme}
          onChange={chooseTheme}
        />
      </PanelSection>
      {user.email && <EmailNotifications user={user} />}
    </div>
  )
}

function EmailNotifications({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const stored = user.preferences.emailNotifications !== false
  const [wanted, setWanted] = useState<boolean | null>(null)
  const toggle = async (emailNotifications: boolean) => {
    setWanted(emailNotifications)
    try {
      const { preferences, message } = await api('PUT /users/me/preferences', { body: { emailNotifications } })
      updateUser({ preferences })
      toast.success(message, { id: 'preferences' })
    } catch (error) {
      toast.error(error)
    } finally {
      setWanted(null)
    }
  }
  return (
    <PanelSection title={t('account.preferences.mail')}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={wanted ?? stored}
          disabled={wanted !== null}
          onChange={(event) => void toggle(event.target.checked)}
        />
        {t('account.preferences.newFollower')}
      </label>
    </PanelSection>
  )
}
