import { infiniteQueryOptions, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { NotInterestedKind } from '#contract/memes/not-interested.ts'
import type { HiddenPerson } from '#contract/people/blocks.ts'
import { setUnwanted } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import looks from '../../ui/looks.module.css'
import { PanelSection } from '../../ui/panel-section.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useChange } from '../../ui/use-change.ts'
import styles from './hidden-lists.module.css'

// i18n-keys: account.hidden.kind.*
interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

const listQuery = <Item,>(
  key: string,
  userId: string,
  load: (cursor: string, signal: AbortSignal) => Promise<Page<Item>>,
) =>
  infiniteQueryOptions({
    queryKey: ['hidden', userId, key],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })

const after = (cursor: string) => (cursor ? { cursor } : {})

/** Users the member blocked or muted, and content hidden from the feed. Each can be undone. */
export function HiddenLists({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const blocks = useInfiniteQuery(
    listQuery('blocks', userId, (cursor, signal) => api('GET /users/me/blocks', { query: after(cursor), signal })),
  )
  const mutes = useInfiniteQuery(
    listQuery('mutes', userId, (cursor, signal) => api('GET /users/me/mutes', { query: after(cursor), signal })),
  )
  const unwanted = useInfiniteQuery(
    listQuery('unwanted', userId, (cursor, signal) =>
      api('GET /feed/not-interested', { query: after(cursor), signal }),
    ),
  )
  // Cached lists and the user's page may lack content that is visible again.
  const { change } = useChange([])
  return (
    <div className={looks.stack5}>
      <PanelSection wide title={t('account.hidden.blocked')} hint={t('account.hidden.blockedHint')}>
        <People
          query={blocks}
          label={t('account.hidden.unblock')}
          onUndo={(id) => void change(() => api('DELETE /users/{id}/block', { params: { id } }))}
        />
      </PanelSection>
      <PanelSection wide title={t('account.hidden.muted')} hint={t('account.hidden.mutedHint')}>
        <People
          query={mutes}
          label={t('account.hidden.unmute')}
          onUndo={(id) => void change(() => api('DELETE /users/{id}/mute', { params: { id } }))}
        />
      </PanelSection>
      <PanelSection wide title={t('account.hidden.unwanted')} hint={t('account.hidden.unwantedHint')}>
        <List query={unwanted} empty={t('account.hidden.nothing')} keyOf={({ kind, id }) => `${kind} ${id}`}>
          {({ kind, id, label }) => (
            <>
              <span className={styles.name}>{`${t(`account.hidden.kind.${kind}`)}: ${label || '…'}`}</span>
              <Button size="sm" variant="secondary" onClick={() => void change(() => wantAgain(kind, id))}>
                {t('account.hidden.undo')}
              </Button>
            </>
          )}
        </List>
      </PanelSection>
    </div>
  )
}

interface PeopleProps {
  query: UseInfiniteQueryResult<{ pages: Page<HiddenPerson>[] }>
  label: string
  onUndo: (id: string) => void
}

function People({ query, label, onUndo }: PeopleProps) {
  const { t } = useTranslation()
  return (
    <List query={query} empty={t('account.hidden.none')} keyOf={(person) => person._id}>
      {(person) => (
        <>
          <Avatar name={person.displayName} src={person.avatarUrl} size={36} />
          <span className={styles.name}>{person.displayName}</span>
          <Button size="sm" variant="secondary" onClick={() => onUndo(person._id)}>
            {label}
          </Button>
        </>
      )}
    </List>
  )
}

async function wantAgain(kind: NotInterestedKind, id: string) {
  const answer = await api('DELETE /feed/not-interested', { body: { kind, id } })
  setUnwanted(kind, id, false)
  return answer
}

interface ListProps<Item> {
  query: UseInfiniteQueryResult<{ pages: Page<Item>[] }>
  empty: string
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

function List<Item>({ query, empty, keyOf, children }: ListProps<Item>) {
  const { t } = useTranslation()
  const items = query.data?.pages.flatMap((page) => page.data) ?? []
  if (query.isPending) return <Spinner label={t('common.loading')} />
  if (!query.data) return <ListFailure query={query} />
  if (items.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <>
      <ul className={looks.stack2}>
        {items.map((item) => (
          <li key={keyOf(item)} className={styles.row}>
            {children(item)}
          </li>
        ))}
      </ul>
      <ListFailure query={query} />
      {query.hasNextPage && (
        <Button size="sm" variant="ghost" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('account.hidden.more')}
        </Button>
      )}
    </>
  )
}
