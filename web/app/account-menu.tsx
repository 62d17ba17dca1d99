import { CircleUserRound } from 'lucide-react'
import { useTranslation } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyPopup, Menu } from '../ui/menu.tsx'

const accountPopup = lazyPopup(() => import('./nav-popups.tsx').then((module) => module.AccountPopup))

export function AccountMenu() {
  const { t } = useTranslation()
  return (
    <Menu label={t('common.nav.account')} popup={accountPopup}>
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
