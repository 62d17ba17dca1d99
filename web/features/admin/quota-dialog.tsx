import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { QUOTA_MEGABYTES_MAX, QUOTA_MEMES_MAX } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './admin.module.css'
import { PEOPLE_KEY, type Person } from './people-query.ts'

const LIMITS = { megabytes: QUOTA_MEGABYTES_MAX, memes: QUOTA_MEMES_MAX } as const
const KEYS = ['megabytes', 'memes'] as const

const textOf = (limit: number | null) => (limit === null ? '' : String(limit))
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** Sets a member's own limits. An empty field means the site's limit. */
export function QuotaDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState({ megabytes: textOf(person.quota.megabytes), memes: textOf(person.quota.memes) })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSending, setSending] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setErrors({})
    const body = { megabytes: limitOf(values.megabytes), memes: limitOf(values.memes) }
    try {
      toast.success((await api('PUT /admin/people/{id}/quota', { params: { id: person._id }, body })).message)
      onClose()
      await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(found.map(({ path, message }) => [path, message])))
      if (found.length === 0) toast.error(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('admin.people.quotaTitle', { name: person.username })}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('desk.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isSending}>
            {t('admin.people.quotaSave')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.fields} noValidate onSubmit={(event) => void save(event)}>
        <p>{t('admin.people.quotaHint')}</p>
        {KEYS.map((key, at) => (
          <TextField
            key={key}
            {...(at === 0 ? { ref: field } : {})}
            label={t(key === 'megabytes' ? 'admin.people.quotaMegabytes' : 'admin.people.quotaMemes')}
            error={errors[key]}
            type="number"
            min={0}
            max={LIMITS[key]}
            value={values[key]}
            onChange={(event) => setValues((before) => ({ ...before, [key]: event.target.value }))}
          />
        ))}
      </form>
    </Dialog>
  )
}
