import {
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { NotInterestedKind } from '#contract/memes/not-interested.ts'
import { setUnwanted } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { PanelSection } from '../../ui/panel-section.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './hidden-lists.module.css'

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

const KIND_KEYS: Record<NotInterestedKind, string> = {
  meme: 'account.hidden.kind.meme',
  template: 'account.hidden.kind.template',
  user: 'account.hidden.kind.user',
  tag: 'account.hidden.kind.tag',
}

const after = (cursor: string) => (cursor ? { cursor } : {})

/** Users the member blocked or muted, and content hidden from the feed. Each can be undone. */
export function HiddenLists({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
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
  const takeBack = async (call: Promise<{ message: string }>) => {
    try {
      toast.success((await call).message)
      // Cached lists and the user's page may lack content that is visible again.
      await client.invalidateQueries()
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <div className={styles.lists}>
      <PanelSection wide title={t('account.hidden.blocked')} hint={t('account.hidden.blockedHint')}>
        <List query={blocks} empty={t('account.hidden.none')} keyOf={(person) => person._id}>
          {(person) => (
            <>
              <Avatar name={person.displayName} src={person.avatarUrl} size={36} />
              <span className={styles.name}>{person.displayName}</span>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => void takeBack(api('DELETE /users/{id}/block', { params: { id: person._id } }))}
              >
                {t('account.hidden.unblock')}
              </Button>
            </>
          )}
        </List>
      </PanelSection>
      <PanelSection wide title={t('account.hidden.muted')} hint={t('account.hidden.mutedHint')}>
        <List query={mutes} empty={t('account.hidden.none')} keyOf={(person) => person._id}>
          {(person) => (
            <>
              <Avatar name={person.displayName} src={person.avatarUrl} size={36} />
              <span className={styles.name}>{person.displayName}</span>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => void takeBack(api('DELETE /users/{id}/mute', { params: { id: person._id } }))}
              >
                {t('account.hidden.unmute')}
              </Button>
            </>
          )}
        </List>
      </PanelSection>
      <PanelSection wide title={t('account.hidden.unwanted')} hint={t('account.hidden.unwantedHint')}>
        <List query={unwanted} empty={t('account.hidden.nothing')} keyOf={({ kind, id }) => `${kind} ${id}`}>
          {({ kind, id, label }) => (
            <>
              <span className={styles.name}>{`${t(KIND_KEYS[kind])}: ${label || '…'}`}</span>
              <Button size="sm" variant="secondary" onClick={() => void takeBack(wantAgain(kind, id))}>
                {t('account.hidden.undo')}
              </Button>
            </>
          )}
        </List>
      </PanelSection>
    </div>
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
      <ul className={styles.list}>
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
