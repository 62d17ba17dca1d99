import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { ListFailure } from '../../ui/list-failure.tsx'
import { PanelSection } from '../../ui/panel-section.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { WebhookItem } from './webhook-item.tsx'
import styles from './webhooks.module.css'

const KEY = ['admin-webhooks'] as const

/** Webhooks for new and removed memes. A new secret is shown once. */
export function WebhookList() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [shown, setShown] = useState<{ url: string; secret: string } | null>(null)
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('GET /admin/webhooks', { signal }),
  })
  const refresh = () => void client.invalidateQueries({ queryKey: KEY })
  const show = (made: { url: string; secret: string }) => {
    setShown(made)
    refresh()
  }
  const { data, isPending } = query
  if (isPending) return <Skeleton height="16rem" />
  if (!data) return <ListFailure query={query} />
  return (
    <div className={styles.page}>
      <PanelSection wide title={t('webhooks.add')} hint={t('webhooks.hint')}>
        <AddWebhook onCreated={show} />
      </PanelSection>
      {shown && (
        <SecretOnce
          label={t('webhooks.secret')}
          text={t('webhooks.secretOnce', { url: shown.url })}
          secret={shown.secret}
          copy={t('webhooks.copySecret')}
          copied={t('webhooks.copied')}
        />
      )}
      <PanelSection wide title={t('webhooks.title')}>
        {data.data.length === 0 && <EmptyState title={t('webhooks.none')} />}
        <ListFailure query={query} />
        <ul className={styles.list}>
          {data.data.map((webhook) => (
            <WebhookItem key={webhook._id} webhook={webhook} onChanged={refresh} onSecret={show} />
          ))}
        </ul>
      </PanelSection>
    </div>
  )
}
