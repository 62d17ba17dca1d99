import { UserX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FollowButton } from './follow-button.tsx'
import { useFollowState } from './follow-store.ts'
import { matches } from './matches.ts'
import styles from './own-follows.module.css'
import { loadMoreOfOwnList, loadOwnList, removeFollower, retryOwnList, retryWhenBack } from './own-lists.ts'
import { PeopleList } from './people-list.tsx'
import type { ListedPerson, ListKind } from './state.ts'

/** Account tab of the member's followers: search, follow back, remove. */
export function OwnFollowers() {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<ListedPerson | null>(null)
  return (
    <>
      <OwnList
        kind="followers"
        label={t('follows.tab.followers')}
        errorTitle={t('modal.followers.errorLoading')}
        empty={{ title: t('follows.own.noFollowers'), hint: t('follows.own.noFollowersHint') }}
        actionOf={(person) => (
          <div className={styles.actions}>
            <FollowButton person={person} held={{ isFollowing: person.isFollowing, isFollowedBy: true }} />
            <Button size="sm" variant="ghost" icon={<UserX size={16} />} onClick={() => setLeaving(person)}>
              {t('follows.own.remove')}
            </Button>
          </div>
        )}
      />
      <RemoveFollower person={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

/** Account tab of the people the member follows: search, unfollow. */
export function OwnFollowing() {
  const { t } = useTranslation()
  return (
    <OwnList
      kind="following"
      label={t('follows.tab.following')}
      errorTitle={t('modal.following.errorLoading')}
      empty={{ title: t('follows.own.noFollowing'), hint: t('follows.own.noFollowingHint') }}
      actionOf={(person) => <FollowButton person={person} held={{ isFollowing: true }} />}
    />
  )
}

interface OwnListProps {
  kind: ListKind
  label: string
  errorTitle: string
  empty: { title: string; hint: string }
  actionOf: (person: ListedPerson) => ReactNode
}

function OwnList({ kind, label, errorTitle, empty, actionOf }: OwnListProps) {
  const { t } = useTranslation()
  const list = useFollowState((state) => state[kind])
  const [typed, setTyped] = useState('')
  useEffect(() => void loadOwnList(kind), [kind])
  // Pages that are not loaded may match as well. A short list of matches triggers loading the next page.
  const found = list.users.filter((person) => matches(person, typed))
  const nobody = { title: t('follows.own.nobodyFound', { text: typed.trim() }) }
  useEffect(() => retryWhenBack(kind), [kind])
  return (
    <div className={styles.list}>
      {(list.users.length > 0 || typed !== '') && (
        <TextField
          label={t('follows.own.search')}
          type="search"
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <PeopleList
        label={label}
        people={found}
        isLoading={list.isLoading || (list.lastUpdated === null && !list.error)}
        isLoadingMore={list.isLoadingMore}
        isRetrying={list.isLoading || list.isLoadingMore}
        hasMore={list.hasNextPage}
        error={list.error}
        errorTitle={errorTitle}
        empty={typed.trim() ? nobody : empty}
        onRetry={() => retryOwnList(kind)}
        onMore={() => void loadMoreOfOwnList(kind)}
        actionOf={actionOf}
      />
    </div>
  )
}

function RemoveFollower({ person, onClose }: { person: ListedPerson | null; onClose: () => void }) {
  const { t } = useTranslation()
  // Still show the person during the closing animation.
  const [shown, setShown] = useState(person)
  if (person && person !== shown) setShown(person)
  return (
    <Dialog
      open={person !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('follows.own.removeTitle', { name: shown?.displayName ?? '' })}
      description={t('follows.own.removeText')}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('follows.own.keep')}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose()
              if (shown) void removeFollower(shown)
            }}
          >
            {t('follows.own.remove')}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
