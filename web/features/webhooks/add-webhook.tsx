import { type FormEvent, useState } from 'react'
import type { WebhookEvent } from '#contract/notifications/webhooks.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { EventChoice } from './event-choice.tsx'
import { EVENTS } from './event-keys.ts'
import styles from './webhooks.module.css'

/** Form for a new webhook. Its input stays until the webhook is added. */
export function AddWebhook({ onCreated }: { onCreated: (made: { url: string; secret: string }) => void }) {
  const { t } = useTranslation()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>(EVENTS)
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    setError(undefined)
    try {
      onCreated((await api('POST /admin/webhooks', { body: { url, events } })).data)
      setUrl('')
      setEvents(EVENTS)
    } catch (problem) {
      const field = problem instanceof ApiError ? problem.errors.find(({ path }) => path === 'url') : undefined
      if (field) setError(field.message)
      else if (problem instanceof ApiError && problem.code === 'webhook.addressForbidden') setError(problem.message)
      else toast.error(problem)
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void add(event)}>
      <TextField
        label={t('webhooks.url')}
        type="url"
        placeholder="https://example.com/memes"
        autoComplete="off"
        error={error}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <EventChoice value={events} onChange={setEvents} />
      <Button type="submit" loading={isSaving}>
        {t('webhooks.add')}
      </Button>
    </form>
  )
}
