import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meme } from '#contract/memes.ts'
import { formatCompact } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './creator-card.module.css'

interface CreatorCardProps {
  /** Null where the account is gone. */
  creator: Meme['creator']
  action?: ReactNode
}

export function CreatorCard({ creator, action }: CreatorCardProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const name = creator?.displayName ?? t('memes.unknownUser')
  return (
    <section className={styles.card} aria-label={t('memes.creator')}>
      <Avatar name={name} src={creator?.avatarUrl} size={44} />
      <div className={styles.who}>
        <strong className={styles.name}>{name}</strong>
        {creator && (
          <span className={styles.more}>
            @{creator.username} ·{' '}
            {t('memes.followers', {
              count: creator.followCount,
              value: formatCompact(creator.followCount, language),
            })}
          </span>
        )}
      </div>
      {creator && action}
    </section>
  )
}
