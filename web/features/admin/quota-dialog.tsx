import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { QUOTA_MEGABYTES_MAX, QUOTA_MEMES_MAX } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'
import { PEOPLE_KEY, type Person } from './people-query.ts'

const LIMITS = { megabytes: QUOTA_MEGABYTES_MAX, memes: QUOTA_MEMES_MAX } as const
const KEYS = ['megabytes', 'memes'] as const

const textOf = (limit: number | null) => (limit === null ? '' : String(limit))
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** Sets a member's own limits. An empty field means the site's limit. */
export function QuotaDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState({ megabytes: textOf(person.quota.megabytes), memes: textOf(person.quota.memes) })
  const { isRunning, problems, run } = useTask({ megabytes: [], memes: [] })
  const save = () =>
    run(async () => {
      const body = { megabytes: limitOf(values.megabytes), memes: limitOf(values.memes) }
      toast.success((await api('PUT /admin/people/{id}/quota', { params: { id: person._id }, body })).message)
      onClose()
      await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
    })
  return (
    <FormDialog
      title={t('admin.people.quotaTitle', { name: person.username })}
      size="sm"
      initialFocus={field}
      isSending={isRunning}
      submit={t('admin.people.quotaSave')}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <p>{t('admin.people.quotaHint')}</p>
      {KEYS.map((key, at) => (
        <TextField
          key={key}
          {...(at === 0 ? { ref: field } : {})}
          label={t(key === 'megabytes' ? 'admin.people.quotaMegabytes' : 'admin.people.quotaMemes')}
          error={problems[key]}
          type="number"
          min={0}
          max={LIMITS[key]}
          value={values[key]}
          onChange={(event) => setValues((before) => ({ ...before, [key]: event.target.value }))}
        />
      ))}
    </FormDialog>
  )
}
