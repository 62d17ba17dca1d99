import type { WebhookEvent } from '#contract/notifications/webhooks.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { EVENT_KEYS, EVENTS } from './event-keys.ts'
import styles from './webhooks.module.css'

interface EventChoiceProps {
  value: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}

/** Selects the events to send; at least one must stay selected. */
export function EventChoice({ value, onChange }: EventChoiceProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.events}>
      <legend>{t('webhooks.events')}</legend>
      {EVENTS.map((event) => (
        <label key={event}>
          <input
            type="checkbox"
            checked={value.includes(event)}
            disabled={value.length === 1 && value[0] === event}
            onChange={({ target }) =>
              onChange(EVENTS.filter((one) => (one === event ? target.checked : value.includes(one))))
            }
          />
          {t(EVENT_KEYS[event])}
        </label>
      ))}
    </fieldset>
  )
}
