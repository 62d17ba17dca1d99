import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMeme } from '../../entities/memes.ts'
import { type Answer, api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { whyNoPower } from '../../lib/roles.ts'
import { Link } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './desk.module.css'
import { NoPower, Uploader } from './desk-item.tsx'
import { dropItems, wordsQuery } from './desk-query.ts'
import { useDecision } from './use-decision.ts'
import { WordsDialog } from './words-dialog.tsx'

type Misread = Answer<'GET /moderation/words'>['data'][number]

export function WordsList() {
  const { t } = useTranslation()
  const query = useInfiniteQuery(wordsQuery)
  const { data, isPending, hasNextPage } = query
  if (isPending) return <Skeleton className={styles.loading} />
  if (!data) return <ListFailure query={query} />
  const items = data.pages.flatMap((page) => page.data)
  if (items.length === 0 && !hasNextPage)
    return <EmptyState title={t('desk.wordsEmpty')} hint={t('desk.wordsEmptyHint')} />
  return (
    <>
      <ol className={styles.list}>
        {items.map((item) => (
          <li key={item._id}>
            <MisreadItem item={item} />
          </li>
        ))}
      </ol>
      <ListEnd query={query} more={t('desk.more')} />
    </>
  )
}

function MisreadItem({ item }: { item: Misread }) {
  const { t, language } = useTranslation()
  const client = useQueryClient()
  const { user } = useSession()
  const meme = useMeme(item.meme)
  const { isSending, decide } = useDecision('words', item._id)
  const [isEditing, setEditing] = useState(false)
  const { uploader } = item
  const noPower = uploader && whyNoPower(user, uploader)
  const confirm = () => decide(() => api('POST /moderation/words/{id}/dismiss', { params: { id: item._id } }))
  return (
    <article className={styles.item} aria-label={meme.name}>
      <Link to={paths.meme(meme._id)} target="_blank" className={styles.picture}>
        <img src={meme.image.imageSmall} alt={meme.name} loading="lazy" decoding="async" />
      </Link>
      <div className={styles.facts}>
        <strong className={styles.name}>{meme.name}</strong>
        <p className={looks.quiet}>{t('desk.waitingSince', { time: formatMoment(item.reportedAt, language) })}</p>
        {uploader && <Uploader person={uploader} />}
        <blockquote className={styles.words}>{meme.imageText ?? t('desk.noWords')}</blockquote>
        {noPower && <NoPower why={noPower} />}
        {noPower !== 'own' && (
          <div className={styles.buttons}>
            <Button size="sm" onClick={() => setEditing(true)}>
              {t('own.correctWords')}
            </Button>
            <Button size="sm" variant="secondary" loading={isSending} onClick={() => void confirm()}>
              {t('desk.wordsRight')}
            </Button>
          </div>
        )}
      </div>
      {isEditing && (
        <WordsDialog
          meme={meme}
          open
          onClose={() => setEditing(false)}
          onSaved={() => void dropItems(client, 'words', [item._id])}
        />
      )}
    </article>
  )
}
