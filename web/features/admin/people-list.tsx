import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './admin.module.css'
import { CreatePersonDialog } from './create-person-dialog.tsx'
import { PEOPLE_KEY, type PeoplePage, ROLES, type Role } from './people-query.ts'
import { PersonRow } from './person-row.tsx'

/** Lists members by name, email address or role, with a control to change the role. */
export function PeopleList() {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const [role, setRole] = useState<Role | 'all'>('all')
  const [isCreating, setCreating] = useState(false)
  const asked = useDeferredValue(q.trim())
  const query = useInfiniteQuery({
    queryKey: [PEOPLE_KEY, asked, role],
    queryFn: ({ pageParam, signal }): Promise<PeoplePage> => {
      const query = {
        ...(asked ? { q: asked } : {}),
        ...(role === 'all' ? {} : { role }),
        ...(pageParam ? { cursor: pageParam } : {}),
      }
      return api('GET /admin/people', { query, signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const people = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      <div className={styles.search}>
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
        <Button variant="secondary" icon={<UserPlus size={18} />} onClick={() => setCreating(true)}>
          {t('admin.people.create')}
        </Button>
      </div>
      {isCreating && <CreatePersonDialog onClose={() => setCreating(false)} />}
      {isPending && <Skeleton className={styles.loading} />}
      {data && people.length === 0 && <EmptyState title={t('admin.people.none')} />}
      <ol className={styles.list}>
        {people.map((person) => (
          <li key={person._id}>
            <PersonRow person={person} />
          </li>
        ))}
      </ol>
      <ListFailure query={query} />
      {hasNextPage && (
        <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('admin.more')}
        </Button>
      )}
    </>
  )
}
