import { Copy, Eye, Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { formatCompact, formatNumber } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import styles from './meme-counts.module.css'
import { useMemeToggles } from './meme-toggles.ts'

export function MemeCounts({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const { stats } = useMemeToggles(meme)
  return (
    <ul className={styles.counts} aria-label={t('memes.counts.label')}>
      <Count
        icon={<Eye size={18} />}
        value={stats.viewCount}
        text={t('memes.counts.views', { count: stats.viewCount })}
      />
      <Count
        icon={<Heart size={18} />}
        value={stats.likeCount}
        text={t('memes.counts.likes', { count: stats.likeCount })}
      />
      <Count
        icon={<Copy size={18} />}
        value={stats.copyCount}
        text={t('memes.counts.copies', { count: stats.copyCount })}
      />
    </ul>
  )
}

/** `text` is the label of the count; the number is rendered separately. */
function Count({ icon, value, text }: { icon: ReactNode; value: number; text: string }) {
  const language = useLanguage()
  return (
    <li className={styles.count} title={`${formatNumber(value, language)} ${text}`}>
      <span aria-hidden="true">{icon}</span>
      <strong>{formatCompact(value, language)}</strong>
      <span>{text}</span>
    </li>
  )
}
