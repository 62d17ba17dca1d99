import { useState } from 'react'
import type { Webhook, WebhookEvent } from '#contract/notifications/webhooks.ts'
import { api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { useChange } from '../../ui/use-change.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { EventChoice } from './event-choice.tsx'
import styles from './webhooks.module.css'

// i18n-keys: webhooks.disabled.*
interface WebhookItemProps {
  webhook: Webhook
  onChanged: () => void
  onSecret: (made: { url: string; secret: string }) => void
}

/** One webhook: status, events, actions, and its deliveries on demand. */
export function WebhookItem({ webhook, onChanged, onSecret }: WebhookItemProps) {
  const { t } = useTranslation()
  const [hasLog, setLog] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { _id: id, url, events, disabledAt } = webhook
  const { change } = useChange()
  const run = async (send: () => Promise<{ message?: string }>) => {
    await change(send)
    onChanged()
  }
  const params = { id }
  const update = (body: { enabled?: boolean; events?: WebhookEvent[] }) =>
    void run(async () => {
      await api('PATCH /admin/webhooks/{id}', { params, body })
      return {}
    })
  const small = { size: 'sm', variant: 'secondary' } as const
  return (
    <li className={styles.item} aria-label={url}>
      <strong className={looks.breakable}>{url}</strong>
      <Condition webhook={webhook} />
      <EventChoice value={events} onChange={(next) => update({ events: next })} />
      <div className={looks.row2}>
        {!disabledAt && (
          <Button {...small} onClick={() => void run(() => api('POST /admin/webhooks/{id}/test-event', { params }))}>
            {t('webhooks.test')}
          </Button>
        )}
        <Button {...small} aria-expanded={hasLog} onClick={() => setLog(!hasLog)}>
          {t('webhooks.deliveries')}
        </Button>
        <Button
          {...small}
          onClick={() =>
            void run(async () => {
              onSecret((await api('POST /admin/webhooks/{id}/rotate-secret', { params })).data)
              return {}
            })
          }
        >
          {t('webhooks.rotate')}
        </Button>
        <Button {...small} onClick={() => update({ enabled: Boolean(disabledAt) })}>
          {disabledAt ? t('webhooks.enable') : t('webhooks.disable')}
        </Button>
        {isLeaving ? (
          <>
            <Button
              size="sm"
              variant="danger"
              onClick={() => void run(() => api('DELETE /admin/webhooks/{id}', { params }))}
            >
              {t('webhooks.removeSure')}
            </Button>
            <Button size="sm" variant="ghost" autoFocus onClick={() => setLeaving(false)}>
              {t('common.cancel')}
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
  const { t, language } = useTranslation()
  const time = (iso: string) => ({ time: formatMoment(iso, language) })
  const { disabledAt, disabledBecause, failingSince, previousSecretUntil } = webhook
  return (
    <>
      {disabledAt && disabledBecause && (
        <p className={looks.problem} role="status">
          {t(`webhooks.disabled.${disabledBecause}`, time(disabledAt))}
        </p>
      )}
      {!disabledAt && failingSince && (
        <p className={looks.problem} role="status">
          {t('webhooks.failingSince', time(failingSince))}
        </p>
      )}
      {previousSecretUntil && <p className={looks.quiet}>{t('webhooks.bothSecrets', time(previousSecretUntil))}</p>}
    </>
  )
}
