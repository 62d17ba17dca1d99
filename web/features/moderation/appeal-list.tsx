import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DECISION_REASON_MAX_CHARS } from '#contract/limits.ts'
import { type Answer, api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { whyNoPower } from '../../lib/roles.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ListEnd } from '../../ui/list-end.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { AppealPicture } from './appeal-picture.tsx'
import styles from './desk.module.css'
import { NoPower, Uploader } from './desk-item.tsx'
import { appealsQuery } from './desk-query.ts'
import { useDecision } from './use-decision.ts'

type Appeal = Answer<'GET /moderation/appeals'>['data'][number]

/** Appeals of suspended members and of uploaders of removed memes. */
export function AppealList() {
  const { t } = useTranslation()
  const query = useInfiniteQuery(appealsQuery)
  const { data, isPending } = query
  if (isPending) return <Skeleton className={styles.loading} />
  if (!data) return <ListFailure query={query} />
  const appeals = data.pages.flatMap((page) => page.data)
  if (appeals.length === 0) return <EmptyState title={t('desk.appealsEmpty')} />
  return (
    <>
      <ol className={styles.list}>
        {appeals.map((appeal) => (
          <li key={appeal._id}>
            <AppealItem appeal={appeal} />
          </li>
        ))}
      </ol>
      <ListEnd query={query} more={t('desk.more')} />
    </>
  )
}

function AppealItem({ appeal }: { appeal: Appeal }) {
  const { t, language } = useTranslation()
  const { user } = useSession()
  const noPower = whyNoPower(user, appeal.user) ?? (appeal.needsOtherModerator ? 'decided' : null)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isSending, decide } = useDecision('appeals', appeal._id)
  const end = async (outcome: 'accept' | 'reject') => {
    if (!reason.trim()) return setMissing(true)
    const options = { params: { id: appeal._id }, body: { reason } }
    await decide(() =>
      outcome === 'accept'
        ? api('POST /moderation/appeals/{id}/accept', options)
        : api('POST /moderation/appeals/{id}/reject', options),
    )
  }
  return (
    <article
      className={classNames(styles.item, !appeal.meme && styles.single)}
      aria-label={appeal.meme?.name ?? appeal.user.username}
    >
      {appeal.meme && <AppealPicture id={appeal._id} meme={appeal.meme} />}
      <div className={styles.facts}>
        {appeal.meme && <strong className={styles.name}>{appeal.meme.name}</strong>}
        <p className={looks.quiet}>
          {t(appeal.memeId ? 'desk.removedAt' : 'desk.suspendedAt', {
            decided: formatMoment(appeal.decidedAt, language),
            appealed: formatMoment(appeal.createdAt, language),
          })}
        </p>
        <Uploader person={appeal.user} />
        <p>{t('desk.decidedBecause', { reason: appeal.decisionReason })}</p>
        <blockquote className={styles.quote}>{appeal.text}</blockquote>
        {noPower ? (
          <NoPower why={noPower} />
        ) : (
          <>
            <TextArea
              label={t('desk.answer')}
              hint={t('desk.answerHint')}
              required
              error={isMissing ? t('desk.reasonMissing') : undefined}
              rows={2}
              maxChars={DECISION_REASON_MAX_CHARS}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value)
                setMissing(false)
              }}
            />
            <div className={styles.buttons}>
              <Button size="sm" loading={isSending} onClick={() => void end('accept')}>
                {t('desk.accept')}
              </Button>
              <Button size="sm" variant="secondary" loading={isSending} onClick={() => void end('reject')}>
                {t('desk.reject')}
              </Button>
            </div>
          </>
        )}
      </div>
    </article>
  )
}
