import {
  BellRing,
  CircleUserRound,
  History,
  Layers,
  Layers2,
  LogIn,
  LogOut,
  ShieldCheck,
  SlidersHorizontal,
  TrendingUp,
  UserPlus,
  UserRound,
  Users,
  WandSparkles,
} from 'lucide-react'
import type { Language } from '#contract/languages.ts'
import { logOut } from '../features/auth/login/log-out.ts'
import { chooseLanguage } from '../features/users/choose-language.ts'
import { useTranslation } from '../lib/i18n.ts'
import { languageName } from '../lib/language-name.ts'
import { THEMES, type Theme } from '../lib/paint-theme.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { useOpenRegistration, useSite } from '../lib/site.ts'
import { chooseTheme, useTheme } from '../lib/theme.ts'
import type { MenuChoice, MenuEntry } from '../ui/menu-entry.ts'
import styles from './account-menu.module.css'
import { memberEntries, type NavEntry } from './nav-entries.ts'

// i18n-keys: common.theme.*
// The entries of the account menu and of the page "Me", which phones have instead.

/** Entries of the Explore menu, top to bottom. Add new screens here together with their route. */
const exploreEntries: readonly NavEntry[] = [
  { path: paths.trending(), labelKey: 'common.nav.trending', Icon: TrendingUp },
  { path: paths.trendingUsers(), labelKey: 'common.nav.trendingUsers', Icon: Users },
  { path: paths.templates, labelKey: 'common.nav.templates', Icon: Layers2 },
  { path: paths.create(), labelKey: 'common.nav.create', Icon: WandSparkles },
  { path: paths.bulkUpload, labelKey: 'common.nav.bulkUpload', Icon: Layers, membersOnly: true },
]

/** Entries of the account menu, above Log out. */
const accountEntries: readonly NavEntry[] = [
  { path: paths.history(), labelKey: 'common.nav.history', Icon: History },
  { path: paths.savedSearches, labelKey: 'common.nav.savedSearches', Icon: BellRing },
  { path: paths.account(), labelKey: 'common.nav.myAccount', Icon: CircleUserRound },
  { path: paths.moderation, labelKey: 'common.nav.moderation', Icon: ShieldCheck, roles: ['moderator', 'admin'] },
  { path: paths.admin, labelKey: 'common.nav.admin', Icon: SlidersHorizontal, roles: ['admin'] },
]

/** A member's own pages; for visitors, login and, if open, register. */
export function useOwnEntries(): MenuEntry[] {
  const { t } = useTranslation()
  const { user } = useSession()
  const linksOf = useLinks()
  const canRegister = useOpenRegistration()
  const login: MenuEntry = { kind: 'link', to: paths.login, label: t('common.login'), icon: <LogIn size={20} /> }
  const register: MenuEntry = {
    kind: 'link',
    to: paths.register,
    label: t('common.register'),
    icon: <UserPlus size={20} />,
  }
  if (!user) return canRegister ? [login, register] : [login]
  return [
    { kind: 'note', content: <Who name={user.profile.displayName} username={user.username} /> },
    { kind: 'link', to: paths.user(user.username), label: t('common.nav.myProfile'), icon: <UserRound size={20} /> },
    ...linksOf([...accountEntries, ...memberEntries]),
  ]
}

export const useExploreEntries = (): MenuEntry[] => useLinks()(exploreEntries)

export function useLogOutEntries(): MenuEntry[] {
  const { t } = useTranslation()
  const { user } = useSession()
  if (!user) return []
  return [{ kind: 'action', label: t('common.logout'), icon: <LogOut size={20} />, onSelect: logOut }]
}

/** Language, if there are several, and theme. */
export function useSettingsEntries(): MenuChoice[] {
  const { t, language } = useTranslation()
  const theme = useTheme()
  const { languages } = useSite()
  const languageChoice: MenuChoice = {
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
      options: THEMES.map((value) => ({ value, label: t(`common.theme.${value}`) })),
      value: theme,
      onChange: (value) => chooseTheme(value as Theme),
    },
  ]
}

/** Returns a function that makes links of those entries that the user may open. */
function useLinks(): (entries: readonly NavEntry[]) => MenuEntry[] {
  const { t } = useTranslation()
  const { user } = useSession()
  return (entries) =>
    entries
      .filter(({ membersOnly, roles }) => (user || !membersOnly) && (!roles || (user && roles.includes(user.role))))
      .map(({ path, labelKey, Icon }) => ({ kind: 'link', to: path, label: t(labelKey), icon: <Icon size={20} /> }))
}

function Who({ name, username }: { name: string; username: string }) {
  return (
    <div className={styles.who}>
      <strong className={styles.name}>{name}</strong>
      <span className={styles.username}>@{username}</span>
    </div>
  )
}
