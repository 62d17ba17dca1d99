import { PAGES } from '#contract/pages.ts'
import { useIsOnline } from '../lib/connection.ts'
import { useTranslation } from '../lib/i18n.ts'
import { matchPath } from '../lib/match-path.ts'
import { useLocation } from '../lib/router.tsx'
import styles from './offline-banner.module.css'

/** Screens that can do something other than showing previously opened content while offline. */
// i18n-keys: common.offline.screen.*
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  saved: [PAGES.myMemes, PAGES.album],
  upload: [PAGES.bulkUpload],
  create: [PAGES.create],
  account: [
    ...[PAGES.account, PAGES.appeal, PAGES.moderation, PAGES.admin, PAGES.adminClaim, PAGES.notifications],
    ...[PAGES.bulkProgress, PAGES.unsubscribe, PAGES.connectExtension],
  ],
  enter: [PAGES.login, PAGES.register, PAGES.forgotPassword, PAGES.verifyEmail],
  legal: [PAGES.privacyPolicy, PAGES.termsOfService, PAGES.dataDeletionGuide, PAGES.about],
}

/** States the limits of the screen while offline. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  const { pathname, search } = useLocation()
  if (isOnline) return null
  return (
    <p role="status" className={styles.banner}>
      {t(textOf(pathname, search))}
    </p>
  )
}

function textOf(pathname: string, search: string): string {
  if (pathname === PAGES.home && new URLSearchParams(search).get('search')) return 'common.offline.screen.search'
  const found = Object.keys(SCREENS).find((name) => SCREENS[name]?.some((path) => matchPath(path, pathname)))
  return found ? `common.offline.screen.${found}` : 'common.offline.banner'
}
