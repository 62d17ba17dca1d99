import { useState } from 'react'
import { MEBIBYTE } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { formatDay, formatNumber, formatSpace } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { Select } from '../../ui/select.tsx'
import { useChange } from '../../ui/use-change.ts'
import styles from './admin.module.css'
import { PEOPLE_KEY, type Person, ROLES, type Role } from './people-query.ts'
import { type Decision, PersonDialog } from './person-dialog.tsx'
import { QuotaDialog } from './quota-dialog.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'

/** A member with their record, a role control, and the actions an admin may take. */
export function PersonRow({ person }: { person: Person }) {
  const { t, language } = useTranslation()
  const { change } = useChange([PEOPLE_KEY])
  const { user } = useSession()
  const [asked, setAsked] = useState<Decision | 'resetLink' | 'quota' | null>(null)
  const ownQuota = useOwnQuota(person)
  const changeRole = (role: Role) =>
    change(() => api('PUT /admin/people/{id}/role', { params: { id: person._id }, body: { role } }))
  return (
    <div className={styles.person}>
      <Avatar name={person.displayName} src={person.avatarUrl} size={40} />
      <div className={styles.who}>
        <Link to={paths.user(person.username)}>@{person.username}</Link>
        <span className={styles.quiet}>{person.email}</span>
        <span className={styles.quiet}>
          {t('desk.record', {
            since: formatDay(person.createdAt, language),
            memes: person.memesCount,
            removed: person.removedCount,
            suspensions: person.suspensionsCount,
          })}
        </span>
        <span className={styles.quiet}>
          {t('admin.people.stored', { size: formatSpace(person.stored.bytes, language), count: person.stored.memes })}
          {ownQuota && <> · {t('admin.people.ownQuota', { quota: ownQuota })}</>}
        </span>
        {person.invitedBy && (
          <span className={styles.quiet}>{t('admin.people.invitedBy', { name: person.invitedBy })}</span>
        )}
        {person.isSuspended && (
          <span className={looks.problem}>
            {t('desk.suspended')}: {person.suspendedReason}
          </span>
        )}
      </div>
      <div className={styles.controls}>
        {person._id !== user?.userId && (
          <>
            <Button size="sm" variant="ghost" onClick={() => setAsked('resetLink')}>
              {t('admin.people.resetLink')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setAsked('quota')}>
              {t('admin.people.quota')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setAsked(person.isSuspended ? 'unsuspend' : 'suspend')}>
              {person.isSuspended ? t('admin.people.unsuspend') : t('admin.people.suspend')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setAsked('delete')}>
              {t('admin.people.delete')}
            </Button>
          </>
        )}
        <Select
          label={t('admin.people.role')}
          /* i18n-keys: admin.role.* */
          options={ROLES.map((value) => ({ value, label: t(`admin.role.${value}`) }))}
          value={person.role}
          onChange={(role) => void changeRole(role)}
        />
      </div>
      {asked === 'resetLink' && <ResetLinkDialog person={person} onClose={() => setAsked(null)} />}
      {asked === 'quota' && <QuotaDialog person={person} onClose={() => setAsked(null)} />}
      {asked && asked !== 'resetLink' && asked !== 'quota' && (
        <PersonDialog person={person} decision={asked} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}

/** Describes the limits that an admin set for this member; empty if there are none. */
function useOwnQuota({ quota }: Person): string {
  const { t, language } = useTranslation()
  const { megabytes, memes } = quota
  const parts = [
    megabytes !== null && (megabytes === 0 ? t('admin.people.anySize') : formatSpace(megabytes * MEBIBYTE, language)),
    memes !== null &&
      (memes === 0
        ? t('admin.people.anyCount')
        : t('admin.people.countOfMemes', { count: memes, number: formatNumber(memes, language) })),
  ]
  return parts.filter(Boolean).join(', ')
}
