import { ChevronDown, Compass, ImagePlus } from 'lucide-react'
import { Suspense } from 'react'
import { quickUpload } from '../features/memes/quick-upload/quick-upload-modal-state.ts'
import { SearchBox } from '../features/search/search-box.tsx'
import { useTranslation } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { paths } from '../lib/paths.ts'
import { Link, NavLink } from '../lib/router.tsx'
import { useSession } from '../lib/session.ts'
import { useOpenRegistration } from '../lib/site.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { lazyPopup, Menu } from '../ui/menu.tsx'
import { AccountMenu } from './account-menu.tsx'
import { memberEntries } from './nav-entries.ts'
import styles from './top-bar.module.css'

/** Loaded lazily, since only members have notifications. */
const Bell = lazyPart(() => import('../features/notifications/bell.tsx').then((module) => module.Bell))

const explorePopup = lazyPopup(() => import('./nav-popups.tsx').then((module) => module.ExplorePopup))

export function TopBar() {
  const { t } = useTranslation()
  const { user } = useSession()
  const canRegister = useOpenRegistration()
  return (
    <header className={styles.bar} data-bar data-takes-pictures>
      <Link to={paths.home} className={styles.home} aria-label={t('common.nav.home')}>
        <Logo compact />
      </Link>
      <Button
        className={styles.upload ?? ''}
        icon={<ImagePlus size={20} />}
        aria-label={t('common.nav.upload')}
        onClick={() => quickUpload.open()}
      >
        <span className={styles.label}>{t('common.nav.upload')}</span>
      </Button>
      <SearchBox />
      <nav className={styles.nav} aria-label={t('common.nav.main')}>
        {user &&
          memberEntries.map(({ path, labelKey, Icon }) => (
            <NavLink key={path} to={path} className={styles.link ?? ''} title={t(labelKey)} aria-label={t(labelKey)}>
              <Icon size={20} />
              <span className={styles.label}>{t(labelKey)}</span>
            </NavLink>
          ))}
        {user && (
          <Suspense fallback={<span className={styles.bell} />}>
            <Bell userId={user.userId} />
          </Suspense>
        )}
        <ExploreMenu />
        {!user && (
          <ButtonLink to={paths.login} variant="secondary" className={styles.login ?? ''}>
            {t('common.login')}
          </ButtonLink>
        )}
        {!user && canRegister && (
          <ButtonLink to={paths.register} className={styles.register ?? ''}>
            {t('common.register')}
          </ButtonLink>
        )}
        <div className={styles.account}>
          <AccountMenu />
        </div>
      </nav>
    </header>
  )
}

function ExploreMenu() {
  const { t } = useTranslation()
  return (
    <Menu label={t('common.nav.explore')} popup={explorePopup}>
      {(trigger) => (
        <Button
          variant="ghost"
          className={styles.explore ?? ''}
          icon={<Compass size={20} />}
          aria-label={t('common.nav.explore')}
          {...trigger}
        >
          <span className={styles.label}>{t('common.nav.explore')}</span>
          <ChevronDown size={18} className={styles.down} />
        </Button>
      )}
    </Menu>
  )
}
