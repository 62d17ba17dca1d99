import { useId, useState } from 'react'
import { REPORT_NOTE_MAX_CHARS } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { REPORT_REASONS } from '#contract/moderation/moderation.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import looks from '../../ui/looks.module.css'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'
import styles from './report-dialog.module.css'

type Reason = (typeof REPORT_REASONS)[number]

interface ReportDialogProps {
  meme: Meme
  open: boolean
  onClose: () => void
}

export function ReportDialog({ meme, open, onClose }: ReportDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [reason, setReason] = useState<Reason | null>(null)
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isRunning, run } = useTask()
  const send = async () => {
    if (!reason) return setMissing(true)
    await run(async () => {
      const { message } = await api('POST /meme/{id}/report', { params: { id: meme._id }, body: { reason, note } })
      toast.success(message)
      onClose()
    })
  }
  return (
    <FormDialog
      open={open}
      title={t('report.title')}
      size="sm"
      isSending={isRunning}
      className={looks.stack5}
      submit={t('report.submit')}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <fieldset className={styles.reasons} aria-describedby={isMissing ? `${formId}-error` : undefined}>
        <legend className={styles.legend}>{t('report.legend')}</legend>
        {REPORT_REASONS.map((value) => (
          <label key={value} className={styles.reason}>
            <input
              type="radio"
              name={`${formId}-reason`}
              value={value}
              checked={reason === value}
              onChange={() => {
                setReason(value)
                setMissing(false)
              }}
            />
            {/* i18n-keys: report.reason.* */}
            {t(`report.reason.${value}`)}
          </label>
        ))}
        {isMissing && (
          <p id={`${formId}-error`} className={looks.problem} role="alert">
            {t('report.missing')}
          </p>
        )}
      </fieldset>
      <TextArea
        label={t('report.note')}
        hint={t('report.noteHint')}
        maxChars={REPORT_NOTE_MAX_CHARS}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}
