import { useTranslation } from '../../../lib/i18n.ts'
import { type MemeWithReason, SHORT_REASON_KEYS } from './reason-texts.ts'
import styles from './tile-reason.module.css'

// i18n-keys: feed.why.*
/** Why the feed shows a meme, as a line over its picture; renders nothing outside the feed. */
export function TileReason({ meme }: { meme: MemeWithReason }) {
  const { t } = useTranslation()
  if (!meme.reason) return null
  return <span className={styles.line}>{t(`feed.why.${meme.reason}`)}</span>
}

/** The reason in one or two words below the picture, if it concerns the viewer or the day. */
export function TileReasonShort({ meme }: { meme: MemeWithReason }) {
  const { t } = useTranslation()
  const key = meme.reason && SHORT_REASON_KEYS[meme.reason]
  if (!key) return null
  return <span className={styles.short}>{t(key)}</span>
}
