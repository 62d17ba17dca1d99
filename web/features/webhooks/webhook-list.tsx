import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { PanelSection } from '../../ui/panel-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
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
      {shown && <NewSecret {...shown} />}
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

function NewSecret({ url, secret }: { url: string; secret: string }) {
  const { t } = useTranslation()
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast.success(t('webhooks.copied')),
      (error: unknown) => toast.error(error),
    )
  return (
    <section className={styles.secret} aria-label={t('webhooks.secret')}>
      <p role="status">{t('webhooks.secretOnce', { url })}</p>
      <code>{secret}</code>
      <Button size="sm" onClick={() => void copy()}>
        {t('webhooks.copySecret')}
      </Button>
    </section>
  )
}
