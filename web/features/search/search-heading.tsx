import { ArrowLeft } from 'lucide-react'
import { useTranslation } from '../../lib/i18n.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { asQuoted } from './quotes.ts'
import styles from './search-heading.module.css'

interface SearchHeadingProps {
  text: string
  /** The URL of the same page without the search. */
  backTo: string
}

export function SearchHeading({ text, backTo }: SearchHeadingProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.head}>
      <ButtonLink to={backTo} variant="secondary" icon={<ArrowLeft size={20} />}>
        {t('search.back')}
      </ButtonLink>
      <h1 className={styles.title}>{t('search.title', { text: asQuoted(text) })}</h1>
    </div>
  )
}
