import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import styles from './legal-screen.module.css'

interface Props {
  title: string
  /** True if the page has no table of contents. */
  isSingle?: boolean
  /** Related pages at the end. */
  others: readonly { path: string; title: string; isCurrent?: boolean }[]
  children: ReactNode
}

/** The frame of a page about the site itself. */
export function LegalFrame({ title, isSingle = true, others, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <header className={styles.bar}>
        <Link to={paths.home} className={styles.home} aria-label={t('common.nav.home')}>
          <Logo />
        </Link>
        <Link to={paths.home} className={styles.back}>
          {t('common.backToApp')}
        </Link>
      </header>
      <main className={styles.main} data-single={isSingle || undefined}>
        {children}
      </main>
      <nav className={styles.others} aria-label={t('common.nav.legal')}>
        {others.map(({ path, title: name, isCurrent }) => (
          <Link key={path} to={path} aria-current={isCurrent ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
    </div>
  )
}
