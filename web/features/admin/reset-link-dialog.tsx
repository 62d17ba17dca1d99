import { useState } from 'react'
import { type Answer, api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useTask } from '../../ui/use-task.ts'
import { PasswordLinkDialog } from './password-link.tsx'
import type { Person } from './people-query.ts'

/** Makes a link for a member to set a new password, after the admin confirms. */
export function ResetLinkDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<Answer<'POST /admin/people/{id}/reset-link'>['data'] | null>(null)
  const { isRunning, run } = useTask()
  const make = async () =>
    setMade((await api('POST /admin/people/{id}/reset-link', { params: { id: person._id } })).data)
  return (
    <PasswordLinkDialog
      title={t('admin.people.resetLinkTitle', { name: person.username })}
      name={person.username}
      made={made}
      action={
        <Button loading={isRunning} onClick={() => void run(make)}>
          {t('admin.people.makeLink')}
        </Button>
      }
      onClose={onClose}
    >
      <p>{t('admin.people.resetLinkHint')}</p>
    </PasswordLinkDialog>
  )
}
