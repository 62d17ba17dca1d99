import { CircleUserRound, Keyboard, LogIn, LogOut, UserPlus, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { logOut } from '../features/auth/login/log-out.ts'
import { showShortcutHelp } from '../features/shortcuts/shortcut-help-state.ts'
import { chooseLanguage } from '../features/users/choose-language.ts'
import { languageName, THEME_KEYS } from '../lib/choices.ts'
import { useLanguage } from '../lib/i18n.ts'
import { THEMES, type Theme } from '../lib/paint-theme.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { useSite } from '../lib/site.ts'
import { chooseTheme, useTheme } from '../lib/theme.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import type { MenuEntry } from '../ui/menu-entry.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './account-menu.module.css'
import { accountEntries, memberEntries } from './nav-entries.ts'

/** Account menu. Members get their account and logout, visitors login and register; both get language and theme. */
export function AccountMenu() {
  const { t } = useTranslation()
  const entries = useEntries()
  return (
    <Menu label={t('common.nav.account')} entries={entries}>
      {(trigger) => <IconButton label={t('common.nav.account')} icon={<Face size={34} />} tooltip="end" {...trigger} />}
    </Menu>
  )
}

/** Last tab of the bottom bar, which opens the same menu. */
export function AccountTab({ className }: { className: string }) {
  const { t } = useTranslation()
  const entries = useEntries()
  return (
    <Menu label={t('common.nav.account')} entries={entries}>
      {(trigger) => (
        <button type="button" className={className} {...trigger}>
          <Face size={24} />
          <span>
            {t('common.nav.me')}
            <VisuallyHidden>, {t('common.nav.account')}</VisuallyHidden>
          </span>
        </button>
      )}
    </Menu>
  )
}

function Face({ size }: { size: number }) {
  const { user } = useSession()
  if (!user) return <CircleUserRound size={24} strokeWidth={1.75} />
  return <Avatar name={user.profile.displayName} src={user.profile.avatar} size={size} />
}

function useEntries(): MenuEntry[] {
  const { t } = useTranslation()
  const { user } = useSession()
  const settings = useSettingsEntries()
  const own: MenuEntry[] = user
    ? [
        { kind: 'note', content: <Who name={user.profile.displayName} username={user.username} /> },
        {
          kind: 'link',
          to: paths.user(user.username),
          label: t('common.nav.myProfile'),
          icon: <UserRound size={20} />,
        },
        ...[...accountEntries, ...memberEntries]
          .filter(({ roles }) => roles?.includes(user.role) ?? true)
          .map(({ path, labelKey, Icon }): MenuEntry => {
            return { kind: 'link', to: path, label: t(labelKey), icon: <Icon size={20} /> }
          }),
        { kind: 'action', label: t('common.logout'), icon: <LogOut size={20} />, onSelect: logOut },
      ]
    : [
        { kind: 'link', to: paths.login, label: t('common.login'), icon: <LogIn size={20} /> },
        { kind: 'link', to: paths.register, label: t('common.register'), icon: <UserPlus size={20} /> },
      ]
  return [...own, { kind: 'line' }, ...settings]
}

function useSettingsEntries(): MenuEntry[] {
  const { t } = useTranslation()
  const language = useLanguage()
  const theme = useTheme()
  const { languages } = useSite()
  const languageChoice: MenuEntry = {
    kind: 'choice',
    label: t('common.language'),
    options: languages.map((value) => ({ value, label: languageName(value) })),
    value: language,
    onChange: (value) => void chooseLanguage(value as Language),
  }
  return [
    ...(languages.length > 1 ? [languageChoice] : []),
    {
      kind: 'choice',
      label: t('common.theme.label'),
      options: THEMES.map((value) => ({ value, label: t(THEME_KEYS[value]) })),
      value: theme,
      onChange: (value) => chooseTheme(value as Theme),
    },
    { kind: 'line' },
    { kind: 'action', label: t('common.shortcuts'), icon: <Keyboard size={20} />, onSelect: showShortcutHelp },
  ]
}

function Who({ name, username }: { name: string; username: string }) {
  return (
    <div className={styles.who}>
      <strong className={styles.name}>{name}</strong>
      <span className={styles.username}>@{username}</span>
    </div>
  )
}
