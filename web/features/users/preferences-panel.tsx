import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NotificationKind } from '#contract/notifications.ts'
import type { PreferencesInput, SensitiveContent } from '#contract/users.ts'
import { api } from '../../lib/api.ts'
import { LANGUAGE_NAMES, THEME_KEYS } from '../../lib/choices.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { THEMES } from '../../lib/paint-theme.ts'
import { updateUser } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import type { SessionUser } from '../../lib/stored-session.ts'
import { chooseTheme, useTheme } from '../../lib/theme.ts'
import { PanelSection } from '../../ui/panel-section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.ts'
import { chooseLanguage } from './choose-language.ts'
import styles from './preferences-panel.module.css'

const SENSITIVE_CHOICES = ['hide', 'blur', 'show'] as const
const BELL_KINDS = ['follow', 'like', 'post', 'moderation', 'upload', 'export'] as const
const SENSITIVE_KEYS: Record<SensitiveContent, string> = {
  hide: 'account.preferences.sensitiveContent.hide',
  blur: 'account.preferences.sensitiveContent.blur',
  show: 'account.preferences.sensitiveContent.show',
}
const BELL_KEYS: Record<NotificationKind, string> = {
  follow: 'account.preferences.bellKind.follow',
  like: 'account.preferences.bellKind.like',
  post: 'account.preferences.bellKind.post',
  moderation: 'account.preferences.bellKind.moderation',
  upload: 'account.preferences.bellKind.upload',
  export: 'account.preferences.bellKind.export',
}

/** Each choice takes effect at once; one that the server does not take goes back. */
export function PreferencesPanel({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const theme = useTheme()
  const { languages } = useSite()
  return (
    <div className={styles.choices}>
      {languages.length > 1 && (
        <PanelSection title={t('common.language')} hint={t('account.preferences.languageHint')}>
          <Segmented
            label={t('common.language')}
            options={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={language}
            onChange={(value) => void chooseLanguage(value)}
          />
        </PanelSection>
      )}
      <PanelSection title={t('common.theme.label')} hint={t('account.preferences.themeHint')}>
        <Segmented
          label={t('common.theme.label')}
          options={THEMES.map((value) => ({ value, label: t(THEME_KEYS[value]) }))}
          value={theme}
          onChange={chooseTheme}
        />
      </PanelSection>
      <SensitivePreference user={user} />
      <NotificationPreferences user={user} />
      {user.email && <EmailNotifications user={user} />}
    </div>
  )
}

/** Saves a choice, which shows at once and goes back if the server does not take it. */
function useSaved<T>(): [T | null, (body: PreferencesInput, wanted: T) => Promise<void>] {
  const [wanted, setWanted] = useState<T | null>(null)
  const save = async (body: PreferencesInput, value: T) => {
    setWanted(value)
    try {
      const { preferences, message } = await api('PUT /users/me/preferences', { body })
      updateUser({ preferences })
      toast.success(message, { id: 'preferences' })
    } catch (error) {
      toast.error(error)
    } finally {
      setWanted(null)
    }
  }
  return [wanted, save]
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
          label: t(SENSITIVE_KEYS[value]),
        }))}
        value={wanted ?? user.preferences.sensitiveContent ?? 'blur'}
        onChange={(sensitiveContent) => void save({ sensitiveContent }, sensitiveContent)}
      />
    </PanelSection>
  )
}

function NotificationPreferences({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const [wanted, save] = useSaved<{ kind: NotificationKind; isOn: boolean }>()
  const stored = user.preferences.notifications
  return (
    <PanelSection title={t('account.preferences.bell')}>
      {BELL_KINDS.map((kind) => (
        <label key={kind} className={styles.check}>
          <input
            type="checkbox"
            checked={wanted?.kind === kind ? wanted.isOn : stored?.[kind] !== false}
            disabled={wanted !== null}
            onChange={({ target }) =>
              void save({ notifications: { [kind]: target.checked } }, { kind, isOn: target.checked })
            }
          />
          {t(BELL_KEYS[kind])}
        </label>
      ))}
    </PanelSection>
  )
}

function EmailNotifications({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const stored = user.preferences.emailNotifications !== false
  const [wanted, save] = useSaved<boolean>()
  return (
    <PanelSection title={t('account.preferences.mail')}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={wanted ?? stored}
          disabled={wanted !== null}
          onChange={({ target }) => void save({ emailNotifications: target.checked }, target.checked)}
        />
        {t('account.preferences.newFollower')}
      </label>
    </PanelSection>
  )
}
