import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { lazyDialog } from '../../ui/lazy-dialog.ts'
import looks from '../../ui/looks.module.css'
import { FollowTagButton } from './follow-tag-button.tsx'
import { TagChips } from './tag-chips.tsx'
import styles from './tag-head.module.css'
import { tagQuery } from './tag-query.ts'

const JoinTags = lazyDialog(() => import('./join-tags.tsx').then((module) => module.JoinTags))

/** Name and count of a hashtag, with related hashtags. */
export function TagHead({ tag }: { tag: string }) {
  const { t, language } = useTranslation()
  const { user } = useSession()
  const { data } = useQuery(tagQuery(tag))
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <h1 className={looks.breakable}>{t('tags.title', { tag })}</h1>
        <p className={styles.count}>
          {data ? t('tags.count', { count: data.count, number: formatNumber(data.count, language) }) : ' '}
        </p>
        <FollowTagButton tag={tag} />
      </div>
      {data && data.aliases.length > 0 && (
        <p className={styles.count}>
          {t('tags.aliases', { tags: data.aliases.map((alias) => `#${alias}`).join(', ') })}
        </p>
      )}
      {user && user.role !== 'member' && data && (
        <Suspense>
          <JoinTags tag={data} />
        </Suspense>
      )}
      <div className={styles.related}>
        {data && data.related.length > 0 && (
          <TagChips label={t('tags.related')} tags={data.related} addressOf={paths.tag} />
        )}
      </div>
    </header>
  )
}
