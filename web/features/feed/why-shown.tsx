import { Lightbulb } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FeedMeme, FeedReason } from '#contract/feed.ts'
import type { Meme } from '#contract/memes.ts'
import styles from './why-shown.module.css'

const REASON_KEYS = {
  fresh: 'feed.why.fresh',
  popular: 'feed.why.popular',
  similar: 'feed.why.similar',
  taste: 'feed.why.taste',
  following: 'feed.why.following',
  explore: 'feed.why.explore',
} as const satisfies Record<FeedReason, string>

/** One line that says why the feed shows a meme; nothing where it did not come from the feed. */
export function WhyShown({ meme }: { meme: (Meme & Partial<Pick<FeedMeme, 'reason'>>) | undefined }) {
  const { t } = useTranslation()
  if (!meme?.reason) return null
  return (
    <p className={styles.why} title={t('feed.why.title')}>
      <Lightbulb size={16} aria-hidden="true" />
      {t(REASON_KEYS[meme.reason])}
    </p>
  )
}
