import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type Answer, api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './admin.module.css'
import { PasswordLinkDialog } from './password-link.tsx'
import { PEOPLE_KEY, ROLES, type Role } from './people-query.ts'

const FIELD_OF = { 'auth.usernameTaken': 'username', 'auth.emailInUse': 'email' } as Record<string, string>

/** Creates an account without email, then shows the link for its owner. */
export function CreatePersonDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const formId = useId()
  const [values, setValues] = useState({ username: '', email: '', role: 'member' as Role })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [made, setMade] = useState<Answer<'POST /admin/people'>['data'] | null>(null)
  const [isSending, setSending] = useState(false)
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setErrors({})
    try {
      setMade((await api('POST /admin/people', { body: values })).data)
      await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
    } catch (error) {
      const about = error instanceof ApiError ? FIELD_OF[error.code] : undefined
      if (error instanceof ApiError && about) setErrors({ [about]: error.message })
      else if (error instanceof ApiError && error.errors.length > 0)
        setErrors(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])))
      else toast.error(error)
    } finally {
      setSending(false)
    }
  }
  const field = (key: 'username' | 'email') => ({
    value: values[key],
    error: errors[key],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [key]: event.target.value }),
  })
  return (
    <PasswordLinkDialog
      title={t('admin.people.create')}
      name={values.username}
      made={made}
      action={
        <Button type="submit" form={formId} loading={isSending}>
          {t('admin.people.create')}
        </Button>
      }
      onClose={onClose}
    >
      <form id={formId} className={styles.fields} noValidate onSubmit={(event) => void create(event)}>
        <p>{t('admin.people.createHint')}</p>
        <TextField
          label={t('admin.people.username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <TextField
          label={t('admin.people.email')}
          type="email"
          autoComplete="off"
          hint={t('admin.people.emailHint')}
          {...field('email')}
        />
        <Select
          label={t('admin.people.role')}
          /* i18n-keys: admin.role.* */
          options={ROLES.map((value) => ({ value, label: t(`admin.role.${value}`) }))}
          value={values.role}
          onChange={(role) => setValues({ ...values, role })}
        />
      </form>
    </PasswordLinkDialog>
  )
}
