import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { NavLink } from '../../lib/router.tsx'
import styles from './bell.module.css'
import { useUnread, watchUnread } from './unread.ts'

const SHOWN_MAX = 99

/** Link to the notifications with the number of unread ones. */
export function Bell({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const count = useUnread()
  useEffect(() => watchUnread(userId), [userId])
  const label = count > 0 ? t('common.nav.unreadNotifications', { count }) : t('common.nav.notifications')
  return (
    <NavLink to={paths.notifications} className={styles.bell ?? ''} title={label} aria-label={label}>
      <BellIcon size={20} aria-hidden="true" />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      )}
    </NavLink>
  )
}
