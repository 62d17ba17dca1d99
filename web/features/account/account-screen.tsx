import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import type { SessionUser } from '../../lib/stored-session.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { meQuery } from '../users/me-query.ts'
import styles from './account-screen.module.css'
import { accountTabs } from './account-tabs.tsx'

/** The user's own account page. The URL stores the open tab. */
export function AccountScreen() {
  const { user } = useSession()
  return user && <Account user={user} />
}

function Account({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const { error } = useQuery(meQuery(user.userId))
  useEffect(() => {
    // The stored session data stays on screen.
    if (error) toast.error(error)
  }, [error])
  const tabs = accountTabs(t, user)
  const open = tabs.find(({ value }) => value === query.get('tab'))?.value ?? tabs[0]?.value ?? ''
  return (
    <div className={styles.page}>
      <PageTitle>{t('account.title')}</PageTitle>
      <h1 className={styles.title}>{t('account.title')}</h1>
      {user.suspension && (
        <p className={styles.suspended} role="alert">
          {t('account.suspended', { reason: user.suspension.reason })}
        </p>
      )}
      <Tabs
        label={t('account.title')}
        tabs={tabs}
        value={open}
        onChange={(tab) =>
          setQuery(
            (before) => {
              before.set('tab', tab)
              return before
            },
            { replace: true },
          )
        }
      />
    </div>
  )
}
