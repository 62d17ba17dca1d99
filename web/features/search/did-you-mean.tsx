import { SpellCheck } from 'lucide-react'
import { useTranslation } from '../../lib/i18n.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './also-for.module.css'

interface DidYouMeanProps {
  /** The corrected search. */
  text: string
  /** The URL of the corrected search. */
  to: string
}

/** Offers the nearest search with words that memes have. */
export function DidYouMean({ text, to }: DidYouMeanProps) {
  const { t } = useTranslation()
  return (
    <p className={styles.line}>
      <SpellCheck size={18} aria-hidden="true" className={styles.icon} />
      <span className={styles.label}>{t('search.didYouMean')}</span>
      <ButtonLink to={to} variant="ghost" size="sm">
        <span className={styles.correction}>{text}</span>
      </ButtonLink>
    </p>
  )
}
