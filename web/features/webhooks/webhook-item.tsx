import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook, WebhookEvent } from '#contract/notifications/webhooks.ts'
import { api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { EventChoice } from './event-choice.tsx'
import styles from './webhooks.module.css'

interface WebhookItemProps {
  webhook: Webhook
  onChanged: () => void
  onSecret: (made: { url: string; secret: string }) => void
}

const DISABLED_KEYS = {
  admin: 'webhooks.disabled.admin',
  gone: 'webhooks.disabled.gone',
  failing: 'webhooks.disabled.failing',
} as const satisfies Record<NonNullable<Webhook['disabledBecause']>, string>

/** One webhook: status, events, actions, and its deliveries on demand. */
export function WebhookItem({ webhook, onChanged, onSecret }: WebhookItemProps) {
  const { t } = useTranslation()
  const [hasLog, setLog] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { _id: id, url, events, disabledAt } = webhook
  const step = useMutation({
    mutationFn: (work: () => Promise<{ message?: string } | undefined>) => work(),
    onSuccess: (answer) => {
      if (answer?.message) toast.success(answer.message)
    },
    onError: (error) => toast.error(error),
    onSettled: onChanged,
  })
  const run = (work: () => Promise<{ message?: string } | undefined>) => step.mutate(work)
  const params = { id }
  const change = (body: { enabled?: boolean; events?: WebhookEvent[] }) =>
    run(() => api('PATCH /admin/webhooks/{id}', { params, body }).then(() => undefined))
  const small = { size: 'sm', variant: 'secondary' } as const
  return (
    <li className={styles.item} aria-label={url}>
      <strong className={styles.url}>{url}</strong>
      <Condition webhook={webhook} />
      <EventChoice value={events} onChange={(next) => change({ events: next })} />
      <div className={styles.buttons}>
        {!disabledAt && (
          <Button {...small} onClick={() => run(() => api('POST /admin/webhooks/{id}/test-event', { params }))}>
            {t('webhooks.test')}
          </Button>
        )}
        <Button {...small} aria-expanded={hasLog} onClick={() => setLog(!hasLog)}>
          {t('webhooks.deliveries')}
        </Button>
        <Button
          {...small}
          onClick={() =>
            run(async () => {
              onSecret((await api('POST /admin/webhooks/{id}/rotate-secret', { params })).data)
              return undefined
            })
          }
        >
          {t('webhooks.rotate')}
        </Button>
        <Button {...small} onClick={() => change({ enabled: Boolean(disabledAt) })}>
          {disabledAt ? t('webhooks.enable') : t('webhooks.disable')}
        </Button>
        {isLeaving ? (
          <>
            <Button
              size="sm"
              variant="danger"
              onClick={() => run(() => api('DELETE /admin/webhooks/{id}', { params }))}
            >
              {t('webhooks.removeSure')}
            </Button>
            <Button size="sm" variant="ghost" autoFocus onClick={() => setLeaving(false)}>
              {t('webhooks.cancel')}
            </Button>
          </>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => setLeaving(true)}>
            {t('webhooks.remove')}
          </Button>
        )}
      </div>
      {hasLog && <DeliveryLog webhookId={id} isDisabled={disabledAt !== null} />}
    </li>
  )
}

function Condition({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const time = (iso: string) => ({ time: formatMoment(iso, language) })
  const { disabledAt, disabledBecause, failingSince, previousSecretUntil } = webhook
  return (
    <>
      {disabledAt && disabledBecause && (
        <p className={styles.bad} role="status">
          {t(DISABLED_KEYS[disabledBecause], time(disabledAt))}
        </p>
      )}
      {!disabledAt && failingSince && (
        <p className={styles.bad} role="status">
          {t('webhooks.failingSince', time(failingSince))}
        </p>
      )}
      {previousSecretUntil && <p className={styles.quiet}>{t('webhooks.bothSecrets', time(previousSecretUntil))}</p>}
    </>
  )
}
