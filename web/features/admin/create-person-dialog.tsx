import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type Answer, api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { PasswordLinkDialog } from './password-link.tsx'
import { PEOPLE_KEY, ROLES, type Role } from './people-query.ts'

/** Creates an account without email, then shows the link for its owner. */
export function CreatePersonDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const formId = useId()
  const [values, setValues] = useState({ username: '', email: '', role: 'member' as Role })
  const [made, setMade] = useState<Answer<'POST /admin/people'>['data'] | null>(null)
  const { isRunning, problems, run } = useTask({ username: ['auth.usernameTaken'], email: ['auth.emailInUse'] })
  const create = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setMade((await api('POST /admin/people', { body: values })).data)
      await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
    })
  }
  const field = (key: 'username' | 'email') => ({
    value: values[key],
    error: problems[key],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [key]: event.target.value }),
  })
  return (
    <PasswordLinkDialog
      title={t('admin.people.create')}
      name={values.username}
      made={made}
      action={
        <Button type="submit" form={formId} loading={isRunning}>
          {t('admin.people.create')}
        </Button>
      }
      onClose={onClose}
    >
      <form id={formId} className={looks.stack4} noValidate onSubmit={create}>
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
