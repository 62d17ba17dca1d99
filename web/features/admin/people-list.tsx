import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Answer, api } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './admin.module.css'

type Page = Answer<'GET /admin/people'>
type Person = Page['data'][number]
type Role = Person['role']

const ROLES = ['member', 'moderator', 'admin'] as const satisfies Role[]
const KEY = 'admin-people'

/** Members by name, address or role, with their role to change. */
export function PeopleList() {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const [role, setRole] = useState<Role | 'all'>('all')
  const asked = useDeferredValue(q.trim())
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: [KEY, asked, role],
      queryFn: ({ pageParam, signal }): Promise<Page> => {
        const query = {
          ...(asked ? { q: asked } : {}),
          ...(role === 'all' ? {} : { role }),
          ...(pageParam ? { cursor: pageParam } : {}),
        }
        return api('GET /admin/people', { query, signal })
      },
      initialPageParam: '',
      getNextPageParam: (page) => page.nextCursor,
    },
  )
  const people = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      <div className={styles.line}>
        <TextField
          label={t('admin.people.search')}
          type="search"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
        <Select
          label={t('admin.people.role')}
          options={[
            { value: 'all' as const, label: t('admin.people.all') },
            ...ROLES.map((value) => ({ value, label: t(`admin.role.${value}`) })),
          ]}
          value={role}
          onChange={setRole}
        />
      </div>
      {isPending && <Skeleton className={styles.loading} />}
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && people.length === 0 && <EmptyState title={t('admin.people.none')} />}
      <ol className={styles.list}>
        {people.map((person) => (
          <li key={person._id}>
            <PersonRow person={person} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('admin.more')}
        </Button>
      )}
    </>
  )
}

function PersonRow({ person }: { person: Person }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const client = useQueryClient()
  const changeRole = async (role: Role) => {
    try {
      toast.success((await api('PUT /admin/people/{id}/role', { params: { id: person._id }, body: { role } })).message)
    } catch (problem) {
      toast.error(problem)
    }
    await client.invalidateQueries({ queryKey: [KEY] })
  }
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
        {person.invitedBy && (
          <span className={styles.quiet}>{t('admin.people.invitedBy', { name: person.invitedBy })}</span>
        )}
        {person.isSuspended && (
          <span className={styles.flag}>
            {t('desk.suspended')}: {person.suspendedReason}
          </span>
        )}
      </div>
      <Select
        label={t('admin.people.role')}
        /* i18n-keys: admin.role.* */
        options={ROLES.map((value) => ({ value, label: t(`admin.role.${value}`) }))}
        value={person.role}
        onChange={(role) => void changeRole(role)}
      />
    </div>
  )
}
