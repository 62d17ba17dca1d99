import type { ReactNode } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import looks from '../../../ui/looks.module.css'
import { UserCard } from '../../users/user-card.tsx'
import styles from './creator-card.module.css'

interface CreatorCardProps {
  /** Null if the account was deleted. */
  creator: Meme['creator']
  action?: ReactNode
}

export function CreatorCard({ creator, action }: CreatorCardProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.card} aria-label={t('memes.creator')}>
      {creator ? (
        <UserCard variant="compact" user={{ ...creator, followersCount: creator.followCount }} action={action} />
      ) : (
        <div className={looks.centeredRow}>
          <Avatar name={t('memes.unknownUser')} size={44} />
          <strong>{t('memes.unknownUser')}</strong>
        </div>
      )}
    </section>
  )
}
