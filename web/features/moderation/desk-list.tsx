import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { whyNoPower } from '../../lib/roles.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { decide, undoLast, type Verdict } from './decide.ts'
import styles from './desk.module.css'
import { DeskItem } from './desk-item.tsx'
import { type DeskMeme, deskQuery } from './desk-query.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useDeskKeys } from './use-desk-keys.ts'

interface Asked {
  kind: 'remove' | 'suspend'
  items: DeskMeme[]
}

/** Memes to decide about, by keyboard or pointer, one or several at a time. */
export function DeskList({ list }: { list: 'reports' | 'queue' }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { user } = useSession()
  const query = useInfiniteQuery(deskQuery(list))
  const items = query.data?.pages.flatMap(({ data }) => data) ?? []
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const element = useRef<HTMLOListElement>(null)
  const index = Math.min(active, Math.max(0, items.length - 1))
  const current = items[index]
  const currentId = current?._id
  const shownId = useRef(currentId)
  const targets = () => {
    const several = items.filter(({ _id }) => chosen.includes(_id))
    return several.length > 0 ? several : current ? [current] : []
  }

  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError && index >= items.length - 3) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage, index, items.length])

  useEffect(() => {
    const isNext = shownId.current !== undefined && shownId.current !== currentId
    shownId.current = currentId
    // The focused meme was decided and is gone, or a decision was undone.
    if (isNext && document.activeElement?.matches('body, article'))
      element.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true })
  }, [currentId])

  const go = (next: number) => {
    const to = Math.max(0, Math.min(items.length - 1, next))
    setActive(to)
    const item = element.current?.children[to]
    item?.scrollIntoView({ block: 'nearest' })
    item?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
  }
  const act = (on: DeskMeme[], verdict: Verdict) => {
    setChosen([])
    void decide(client, list, on, verdict)
  }
  const mayDecide = (kind: Verdict['kind'], { uploader }: DeskMeme) => {
    if (!uploader) return kind !== 'suspend'
    const noPower = whyNoPower(user, uploader)
    return kind === 'suspend' ? noPower === null : noPower !== 'own'
  }
  const approve = (all: DeskMeme[]) => {
    const on = all.filter((item) => mayDecide('approve', item))
    if (on.length > 0) act(on, { kind: 'approve' })
  }
  const ask = (kind: Asked['kind'], on: DeskMeme[]) => {
    const items = on.filter((item) => mayDecide(kind, item))
    if (items.length > 0) setAsked({ kind, items })
  }
  const choose = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  useDeskKeys({
    moves: { j: () => go(index + 1), k: () => go(index - 1) },
    acts: {
      a: () => approve(targets()),
      r: () => ask('remove', targets()),
      s: () => ask('suspend', targets()),
      x: () => current && choose(current._id),
      u: () => void undoLast(client),
    },
  })

  if (query.isPending || (items.length === 0 && hasNextPage && !isError)) return <Skeleton className={styles.loading} />
  if (!query.data) return <ListFailure query={query} />
  if (items.length === 0) return <EmptyState isGood title={t('desk.empty')} hint={t('desk.emptyHint')} />
  return (
    <>
      <p className={styles.keys}>{t('desk.keys')}</p>
      {chosen.length > 0 && (
        <div className={styles.several} role="toolbar" aria-label={t('desk.several')}>
          <span>{t('desk.chosen', { count: chosen.length })}</span>
          <Button size="sm" variant="secondary" onClick={() => approve(targets())}>
            {t('desk.approve')}
          </Button>
          <Button size="sm" variant="danger" onClick={() => ask('remove', targets())}>
            {t('desk.remove')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setChosen([])}>
            {t('desk.chooseNone')}
          </Button>
        </div>
      )}
      <ol ref={element} className={styles.list}>
        {items.map((item, at) => (
          <li key={item._id}>
            <DeskItem
              item={item}
              isActive={at === index}
              isChosen={chosen.includes(item._id)}
              onActive={() => setActive(at)}
              onChoose={() => choose(item._id)}
              onApprove={() => approve([item])}
              onRemove={() => ask('remove', [item])}
              onSuspend={() => ask('suspend', [item])}
            />
          </li>
        ))}
      </ol>
      <ListFailure query={query} />
      {asked && (
        <ReasonDialog
          kind={asked.kind}
          count={asked.items.length}
          onClose={() => setAsked(null)}
          onDecide={(verdict) => {
            setAsked(null)
            act(asked.items, verdict)
          }}
        />
      )}
    </>
  )
}
