import { useRef, useState } from 'react'
import { DECISION_REASON_MAX_CHARS } from '#contract/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { Verdict } from './decide.ts'
import styles from './desk.module.css'

const DAYS = ['forever', '1', '7', '30'] as const
const DAY_MS = 86_400_000

interface ReasonDialogProps {
  kind: 'remove' | 'suspend'
  /** Number of memes to decide about. */
  count: number
  onClose: () => void
  onDecide: (verdict: Verdict) => void
}

/** Asks for the reason, which the uploader receives, and for the scope of the decision. Ctrl+Enter submits. */
export function ReasonDialog({ kind, count, onClose, onDecide }: ReasonDialogProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [block, setBlock] = useState(false)
  const [days, setDays] = useState<(typeof DAYS)[number]>('forever')
  const decide = () => {
    if (!reason.trim()) return setMissing(true)
    if (kind === 'remove') return onDecide({ kind, reason, block })
    const until = days === 'forever' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    onDecide({ kind, reason, until })
  }
  return (
    <FormDialog
      title={kind === 'remove' ? t('desk.removeTitle', { count }) : t('desk.suspendTitle')}
      size="sm"
      initialFocus={field}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.repeat && (event.ctrlKey || event.metaKey)) decide()
      }}
      variant="danger"
      className={styles.form}
      submit={kind === 'remove' ? t('desk.remove') : t('desk.suspend')}
      onClose={onClose}
      onSubmit={decide}
    >
      <TextArea
        ref={field}
        label={t('desk.reason')}
        hint={t('desk.reasonHint')}
        error={isMissing ? t('desk.reasonMissing') : undefined}
        maxChars={DECISION_REASON_MAX_CHARS}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
        }}
      />
      {kind === 'remove' ? (
        <Checkbox label={t('desk.block')} checked={block} onChange={(event) => setBlock(event.target.checked)} />
      ) : (
        <Select
          label={t('desk.until')}
          options={DAYS.map((value) => ({
            value,
            label: value === 'forever' ? t('desk.forever') : t('desk.days', { count: Number(value) }),
          }))}
          value={days}
          onChange={setDays}
        />
      )}
    </FormDialog>
  )
}
