import { useQuery } from '@tanstack/react-query'
import { directionOf, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { LegalFrame } from './legal-frame.tsx'
import styles from './legal-screen.module.css'
import { rulesQuery } from './site-queries.ts'

/** The community rules by the site's admins; in English, else in any language, if there are none in the visitor's. */
export function RulesScreen() {
  const { t } = useTranslation()
  return (
    <LegalFrame
      title={t('legal.rules.title')}
      others={[
        { path: paths.termsOfService, title: t('legal.terms.title') },
        { path: paths.privacyPolicy, title: t('legal.privacy.title') },
      ]}
    >
      <div className={styles.head}>
        <h1 className={looks.title}>{t('legal.rules.title')}</h1>
      </div>
      <Rules />
    </LegalFrame>
  )
}

function Rules() {
  const { t, language } = useTranslation()
  const { data, isPending, error, refetch } = useQuery(rulesQuery)
  if (isPending) return <Skeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const rulesIn = (wanted: string) => data.find((rules) => rules.language === wanted)
  const shown = rulesIn(language) ?? rulesIn(REFERENCE_LANGUAGE) ?? data[0]
  if (!shown) return <p>{t('legal.rules.none')}</p>
  return (
    <div className={styles.text} lang={shown.language} dir={directionOf(shown.language)}>
      {shown.text
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
