import { CircleUserRound, Keyboard } from 'lucide-react'
import { showShortcutHelp } from '../features/shortcuts/shortcut-help-state.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { useLogOutEntries, useOwnEntries, useSettingsEntries } from './account-entries.tsx'

/** Account menu. Members get their account and logout, visitors login and register; both get language and theme. */
export function AccountMenu() {
  const { t } = useTranslation()
  const entries = [
    ...useOwnEntries(),
    ...useLogOutEntries(),
    { kind: 'line' } as const,
    ...useSettingsEntries(),
    { kind: 'line' } as const,
    {
      kind: 'action',
      label: t('common.shortcuts'),
      icon: <Keyboard size={20} />,
      onSelect: showShortcutHelp,
    } as const,
  ]
  return (
    <Menu label={t('common.nav.account')} entries={entries}>
      {(trigger) => <IconButton label={t('common.nav.account')} icon={<Face size={34} />} tooltip="end" {...trigger} />}
    </Menu>
  )
}

/** The member's picture, or an icon. */
export function Face({ size }: { size: number }) {
  const { user } = useSession()
  if (!user) return <CircleUserRound size={24} strokeWidth={1.75} />
  return <Avatar name={user.profile.displayName} src={user.profile.avatar} size={size} />
}
