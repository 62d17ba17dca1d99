import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { DECISION_REASON_MAX_CHARS } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './admin.module.css'
import { PEOPLE_KEY, type Person } from './people-query.ts'

export type Decision = 'suspend' | 'unsuspend' | 'delete'

function send(decision: Decision, id: string, reason: string) {
  const options = { params: { id }, body: { reason } }
  if (decision === 'suspend') return api('POST /moderation/users/{id}/suspend', options)
  if (decision === 'unsuspend') return api('POST /moderation/users/{id}/unsuspend', options)
  return api('POST /admin/people/{id}/delete', options)
}

/** Asks for a reason, then applies the decision to a member. */
export function PersonDialog({
  person,
  decision,
  onClose,
}: {
  person: Person
  decision: Decision
  onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isSending, setSending] = useState(false)
  const decide = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (!reason.trim()) return setMissing(true)
    setSending(true)
    try {
      toast.success((await send(decision, person._id, reason)).message)
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      setSending(false)
    }
    await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      /* i18n-keys: admin.people.* */
      title={t(`admin.people.${decision}Title`, { name: person.username })}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('desk.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={decision === 'unsuspend' ? 'primary' : 'danger'}
            loading={isSending}
          >
            {/* i18n-keys: admin.people.* */}
            {t(`admin.people.${decision}`)}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.fields} noValidate onSubmit={(event) => void decide(event)}>
        {decision === 'delete' && <p>{t('admin.people.deleteHint')}</p>}
        <TextArea
          ref={field}
          label={t('desk.reason')}
          hint={decision === 'delete' ? undefined : t('admin.people.mailed')}
          error={isMissing ? t('desk.reasonMissing') : undefined}
          maxChars={DECISION_REASON_MAX_CHARS}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value)
            setMissing(false)
          }}
        />
      </form>
    </Dialog>
  )
}
