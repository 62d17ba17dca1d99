import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LANGUAGES } from '#contract/languages.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Logo } from '../../ui/logo.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import styles from './legal-screen.module.css'
import { rulesQuery } from './site-queries.ts'

/** The community rules by the site's admins. Falls back to the other language if there is no text in this one. */
export function RulesScreen() {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <PageTitle>{t('legal.rules.title')}</PageTitle>
      <header className={styles.bar}>
        <Link to={paths.home} className={styles.home} aria-label={t('common.nav.home')}>
          <Logo />
        </Link>
        <Link to={paths.home} className={styles.back}>
          {t('common.backToApp')}
        </Link>
      </header>
      <main className={styles.main} data-single>
        <div className={styles.head}>
          <h1 className={styles.title}>{t('legal.rules.title')}</h1>
        </div>
        <Rules />
      </main>
      <nav className={styles.others} aria-label={t('common.nav.legal')}>
        <Link to={paths.termsOfService}>{t('legal.terms.title')}</Link>
        <Link to={paths.privacyPolicy}>{t('legal.privacy.title')}</Link>
      </nav>
    </div>
  )
}

function Rules() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, isPending, error, refetch } = useQuery(rulesQuery)
  if (isPending) return <Skeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const shown = [language, ...LANGUAGES].find((one) => data[one])
  if (!shown) return <p>{t('legal.rules.none')}</p>
  return (
    <div className={styles.text} lang={shown}>
      {data[shown]
        .split(/\n{2,}/)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => (
          <p key={part} className={styles.written}>
            {part}
          </p>
        ))}
    </div>
  )
}
