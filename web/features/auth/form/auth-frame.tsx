import type { ReactNode } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Link } from '../../../lib/router.tsx'
import { useSite } from '../../../lib/site.ts'
import { Logo } from '../../../ui/logo.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import styles from './auth-frame.module.css'
import { SignInArtwork } from './sign-in-artwork.tsx'

interface AuthFrameProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Links to related screens below the form. */
  footer?: ReactNode
}

/** Page layout of sign-in forms: the form, with artwork next to it on wide screens. */
export function AuthFrame({ title, lead, children, footer }: AuthFrameProps) {
  const { t } = useTranslation()
  const { membersOnly } = useSite()
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <div className={styles.side}>
        <header className={styles.head}>
          <Link to={paths.home} className={styles.home} aria-label={t('common.nav.home')}>
            <Logo />
          </Link>
          {!membersOnly && (
            <Link to={paths.home} className={styles.back}>
              {t('common.backToApp')}
            </Link>
          )}
        </header>
        <main className={styles.main}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
          {footer && <div className={styles.footer}>{footer}</div>}
        </main>
        <nav className={styles.legal} aria-label={t('common.nav.legal')}>
          <Link to={paths.privacyPolicy}>{t('common.nav.privacy')}</Link>
          <Link to={paths.termsOfService}>{t('common.nav.terms')}</Link>
        </nav>
      </div>
      <SignInArtwork className={styles.artwork ?? ''} />
    </div>
  )
}
