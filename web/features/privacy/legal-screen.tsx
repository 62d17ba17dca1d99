import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { textNames, useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useLocation } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { LEGAL_SECTIONS, type LegalDocument } from './legal-documents.ts'
import { LegalFrame } from './legal-frame.tsx'
import styles from './legal-screen.module.css'
import { legalQuery } from './site-queries.ts'
import { useActiveSection } from './use-active-section.ts'

// i18n-keys: legal.privacy.*
// i18n-keys: legal.terms.*
// i18n-keys: legal.deletion.*
// i18n-keys: legal.setting.*
const DOCUMENTS = [
  ['privacy', paths.privacyPolicy],
  ['terms', paths.termsOfService],
  ['deletion', paths.dataDeletionGuide],
] as const

/** One legal document. URLs and the side navigation link to its sections by name. */
export function LegalScreen({ document: name }: { document: LegalDocument }) {
  const { t } = useTranslation()
  useHashOnArrival()
  const sections = LEGAL_SECTIONS[name]
  const title = t(`legal.${name}.title`)
  return (
    <LegalFrame
      title={title}
      isSingle={sections.length === 1}
      others={DOCUMENTS.map(([other, path]) => ({
        path,
        title: t(`legal.${other}.title`),
        isCurrent: other === name,
      }))}
    >
      <div className={styles.head}>
        <p className={styles.updated}>{t(`legal.${name}.updated`)}</p>
        <h1 className={looks.title}>{title}</h1>
        <p className={styles.lead}>{t(`legal.${name}.lead`)}</p>
        <Button
          variant="secondary"
          size="sm"
          icon={<Printer size={18} />}
          className={styles.print ?? ''}
          onClick={() => window.print()}
        >
          {t('legal.print')}
        </Button>
      </div>
      {sections.length > 1 && <Contents document={name} />}
      <div className={styles.text}>
        {sections.map((section) => (
          <Section key={section} document={name} section={section} />
        ))}
      </div>
    </LegalFrame>
  )
}

function Contents({ document: name }: { document: LegalDocument }) {
  const { t } = useTranslation()
  const sections = LEGAL_SECTIONS[name]
  const active = useActiveSection(sections)
  const isBeside = useIsBeside()
  const details = useRef<HTMLDetailsElement>(null)
  const fold = () => {
    if (!isBeside && details.current) details.current.open = false
  }
  return (
    <nav className={styles.contents} aria-label={t('legal.contents')}>
      <details ref={details} open={isBeside}>
        <summary>{t('legal.contents')}</summary>
        <ol>
          {sections.map((section) => (
            <li key={section}>
              <a href={`#${section}`} aria-current={section === active ? 'location' : undefined} onClick={fold}>
                {t(`legal.${name}.${section}.title`)}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

/** Wide screens show the table of contents expanded next to the text. Small screens show it collapsed above. */
const beside = () => matchMedia('(width >= 1024px)')

const useIsBeside = () =>
  useSyncExternalStore(
    (listen) => {
      const query = beside()
      query.addEventListener('change', listen)
      return () => query.removeEventListener('change', listen)
    },
    () => beside().matches,
  )

function Section({ document: name, section }: { document: LegalDocument; section: string }) {
  const { t } = useTranslation()
  const { data: site } = useQuery(legalQuery)
  const access = site?.access ?? 'public'
  const values = {
    email: site?.contactEmail ?? '…',
    // Sentences that depend on the site's settings
    visiting: t(`legal.setting.visiting.${access}`),
    anonymity: t(`legal.setting.anonymity.${access}`),
    profiles: t(`legal.setting.profiles.${access}`),
    reports: t(`legal.setting.reports.${access}`),
    review: site ? t(`legal.setting.review.${site.reviewsUploads ? 'some' : 'none'}`) : '',
    removal: site ? t(`legal.setting.removal.${site.mailing}`) : '',
    inactivity: site ? t(`legal.setting.inactivity.${site.mailing}`) : '',
    thirdParties: site ? t(`legal.setting.thirdParties.${site.signIn}`) : '',
  }
  const textsOf = (part: 'text' | 'points' | 'after') => {
    const key = `legal.${name}.${section}.${part}`
    return textNames(key).map((one): [string, string] => [one, t(`${key}.${one}`, values)])
  }
  const points = textsOf('points')
  const Points = name === 'deletion' ? 'ol' : 'ul'
  return (
    <section id={section} className={styles.section} aria-labelledby={`${section}-title`}>
      <h2 id={`${section}-title`}>{t(`legal.${name}.${section}.title`)}</h2>
      <Paragraphs texts={textsOf('text')} />
      {points.length > 0 && (
        <Points className={name === 'deletion' ? styles.steps : styles.points}>
          {points.map(([key, point]) => (
            <li key={key}>{point}</li>
          ))}
        </Points>
      )}
      <Paragraphs texts={textsOf('after')} />
    </section>
  )
}

function Paragraphs({ texts }: { texts: [name: string, text: string][] }) {
  return texts.map(([key, text]) => <p key={key}>{text}</p>)
}

/** Scrolls to the section in the URL. The page renders after the browser looked for the fragment, so do it again. */
function useHashOnArrival() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page; later steps to a section are the browser's own
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1))
    if (id) document.getElementById(id)?.scrollIntoView({ behavior: 'instant' })
  }, [pathname])
}
