import { type FormEvent, useState } from 'react'
import type { WebhookEvent } from '#contract/notifications/webhooks.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { EventChoice } from './event-choice.tsx'
import { EVENTS } from './event-keys.ts'
import styles from './webhooks.module.css'

/** Form for a new webhook. Its input stays until the webhook is added. */
export function AddWebhook({ onCreated }: { onCreated: (made: { url: string; secret: string }) => void }) {
  const { t } = useTranslation()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>(EVENTS)
  const { isRunning, problems, run } = useTask({ url: ['webhook.addressForbidden'] })
  const add = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      onCreated((await api('POST /admin/webhooks', { body: { url, events } })).data)
      setUrl('')
      setEvents(EVENTS)
    })
  }
  return (
    <form className={styles.form} noValidate onSubmit={add}>
      <TextField
        label={t('webhooks.url')}
        type="url"
        placeholder="https://example.com/memes"
        autoComplete="off"
        error={problems.url}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <EventChoice value={events} onChange={setEvents} />
      <Button type="submit" loading={isRunning}>
        {t('webhooks.add')}
      </Button>
    </form>
  )
}
