import { useQuery } from '@tanstack/react-query'
import type { WebhookDelivery } from '#contract/notifications/webhooks.ts'
import { api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useChange } from '../../ui/use-change.ts'
import { eventKey } from './event-keys.ts'
import styles from './webhooks.module.css'

// i18n-keys: webhooks.problem.*
// i18n-keys: webhooks.state.*
const REFRESH_MS = 5000

/** The latest deliveries of a webhook. Refetches while some are pending. */
export function DeliveryLog({ webhookId, isDisabled }: { webhookId: string; isDisabled: boolean }) {
  const { t } = useTranslation()
  const key = ['admin-webhook-deliveries', webhookId]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /admin/webhooks/{id}/deliveries', { params: { id: webhookId }, signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  const { change } = useChange(key)
  const repeat = (deliveryId: string) => {
    const params = { id: webhookId, deliveryId }
    return change(() => api('POST /admin/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params }))
  }
  const { data, isPending } = query
  if (isPending) return <Skeleton height="6rem" />
  if (!data) return <ListFailure query={query} />
  if (data.data.length === 0) return <p className={looks.quiet}>{t('webhooks.noDeliveries')}</p>
  return (
    <>
      <ol className={styles.log} aria-label={t('webhooks.deliveries')}>
        {data.data.map((delivery) => (
          <Row key={delivery._id} delivery={delivery} onRepeat={isDisabled ? null : () => void repeat(delivery._id)} />
        ))}
      </ol>
      <ListFailure query={query} />
    </>
  )
}

function Row({ delivery, onRepeat }: { delivery: WebhookDelivery; onRepeat: (() => void) | null }) {
  const { t, language } = useTranslation()
  const { state, event, memeId, createdAt, attempts, responseStatus, problem, nextAttemptAt } = delivery
  const facts = [
    responseStatus === null ? '' : t('webhooks.answered', { status: responseStatus }),
    problem && problem !== 'status' ? t(`webhooks.problem.${problem}`) : '',
    attempts > 1 ? t('webhooks.attempts', { count: attempts }) : '',
    nextAttemptAt && attempts > 0 ? t('webhooks.nextAttempt', { time: formatMoment(nextAttemptAt, language) }) : '',
  ].filter(Boolean)
  return (
    <li className={styles.delivery}>
      <span className={styles.state} data-state={state}>
        {t(`webhooks.state.${state}`)}
      </span>
      <span className={styles.what}>
        {memeId && event !== 'meme.removed' ? (
          <Link to={paths.meme(memeId)}>{t(eventKey(event))}</Link>
        ) : (
          t(eventKey(event))
        )}
        <span className={looks.quiet}>{[formatMoment(createdAt, language), ...facts].join(' · ')}</span>
      </span>
      {delivery.isRepeatable && onRepeat && (
        <Button size="sm" variant="ghost" onClick={onRepeat}>
          {t('webhooks.again')}
        </Button>
      )}
    </li>
  )
}
