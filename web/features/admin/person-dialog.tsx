import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { DECISION_REASON_MAX_CHARS } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'
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
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isRunning, run } = useTask()
  const decide = async () => {
    if (!reason.trim()) return setMissing(true)
    await run(async () => {
      toast.success((await send(decision, person._id, reason)).message)
      onClose()
    })
    await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
  }
  return (
    <FormDialog
      /* i18n-keys: admin.people.* */
      title={t(`admin.people.${decision}Title`, { name: person.username })}
      size="sm"
      initialFocus={field}
      variant={decision === 'unsuspend' ? 'primary' : 'danger'}
      isSending={isRunning}
      /* i18n-keys: admin.people.* */
      submit={t(`admin.people.${decision}`)}
      onClose={onClose}
      onSubmit={() => void decide()}
    >
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
    </FormDialog>
  )
}
