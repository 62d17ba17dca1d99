import { useTranslation } from '../../lib/i18n.ts'
import { Link } from '../../lib/router.tsx'
import styles from './feed-tabs.module.css'
import type { HomeTab } from './home-tab.ts'

interface FeedTabsProps {
  current: HomeTab
  /** Visitors have no tab for followed users. */
  isMember: boolean
  addressOf: (tab: HomeTab) => string
}

/** Tabs of the home page's lists. Each list has its own URL. */
export function FeedTabs({ current, isMember, addressOf }: FeedTabsProps) {
  const { t } = useTranslation()
  const tabs: { tab: HomeTab; label: string }[] = [
    { tab: '', label: t('feed.tabs.forYou') },
    ...(isMember ? [{ tab: 'following' as const, label: t('feed.tabs.following') }] : []),
    { tab: 'new', label: t('feed.tabs.new') },
  ]
  return (
    <nav className={styles.tabs} aria-label={t('feed.tabs.label')}>
      {tabs.map(({ tab, label }) => (
        <Link key={tab} to={addressOf(tab)} className={styles.tab} aria-current={tab === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
