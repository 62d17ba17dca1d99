import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSite } from '../../lib/site.ts'
import looks from '../../ui/looks.module.css'
import { RichText } from '../../ui/rich-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { LegalFrame } from './legal-frame.tsx'
import styles from './legal-screen.module.css'
import { aboutQuery } from './site-queries.ts'

const LICENSE_URL = 'https://www.gnu.org/licenses/agpl-3.0.html'

/** The site, its operator, and the license and source code of its software, which section 13 of the license requires. */
export function AboutScreen() {
  const { t } = useTranslation()
  return (
    <LegalFrame
      title={t('legal.about.title')}
      others={[
        { path: paths.termsOfService, title: t('legal.terms.title') },
        { path: paths.privacyPolicy, title: t('legal.privacy.title') },
      ]}
    >
      <div className={styles.head}>
        <h1 className={looks.title}>{t('legal.about.title')}</h1>
      </div>
      <About />
    </LegalFrame>
  )
}

function About() {
  const { name } = useSite()
  const { data, isPending, error, refetch } = useQuery(aboutQuery)
  if (isPending) return <Skeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const { contactEmail, siteDescription, sourceUrl } = data
  // biome-ignore lint/a11y/useAnchorContent: the translation fills it
  const email = <a href={`mailto:${contactEmail}`} />
  return (
    <div className={styles.text}>
      <section className={styles.section} aria-labelledby="site-name">
        <h2 id="site-name">{name}</h2>
        {siteDescription !== '' && <p>{siteDescription}</p>}
        <p>
          <RichText textKey="legal.about.contact" values={{ email: contactEmail }} components={{ email }} />
        </p>
        <p>
          {/* biome-ignore lint/a11y/useAnchorContent: the translation fills it */}
          <RichText textKey="legal.about.license" components={{ license: <a href={LICENSE_URL} rel="license" /> }} />
        </p>
        <p>
          {sourceUrl === null ? (
            <RichText textKey="legal.about.ask" values={{ email: contactEmail }} components={{ email }} />
          ) : (
            // biome-ignore lint/a11y/useAnchorContent: the translation fills it
            <RichText textKey="legal.about.source" components={{ code: <a href={sourceUrl} /> }} />
          )}
        </p>
      </section>
    </div>
  )
}
