import { Lightbulb } from 'lucide-react'
import { useTranslation } from '../../../lib/i18n.ts'
import styles from './feed-reason.module.css'
import type { MemeWithReason } from './reason-texts.ts'

// i18n-keys: feed.why.*
/** One line that explains why the feed shows a meme; renders nothing outside the feed. */
export function FeedReason({ meme }: { meme: MemeWithReason | undefined }) {
  const { t } = useTranslation()
  if (!meme?.reason) return null
  return (
    <p className={styles.why} title={t('feed.why.title')}>
      <Lightbulb size={16} aria-hidden="true" />
      {t(`feed.why.${meme.reason}`)}
    </p>
  )
}
