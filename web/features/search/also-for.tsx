import { Languages } from 'lucide-react'
import { useTranslation } from '../../lib/i18n.ts'
import { ButtonLink } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import styles from './also-for.module.css'

interface AlsoForProps {
  /** Words of other languages that counted. */
  words: readonly string[]
  /** The URL of the same search without them. */
  offTo: string
}

/** Names the translations that a search also looked for. A click searches for the typed words alone. */
export function AlsoFor({ words, offTo }: AlsoForProps) {
  const { t } = useTranslation()
  return (
    <p className={styles.line}>
      <Languages size={18} aria-hidden="true" className={styles.icon} />
      <span className={looks.oneLine}>{t('search.alsoFor', { words: words.join(', ') })}</span>
      <ButtonLink to={offTo} variant="ghost" size="sm">
        {t('search.onlyTyped')}
      </ButtonLink>
    </p>
  )
}
