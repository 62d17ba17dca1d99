import { useInfiniteQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FOLLOW_ACCOUNT_PAGE_SIZE } from '#contract/limits.ts'
import { readPerson, type ShownPerson, usePeopleList } from '../../entities/people.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { retryList } from '../../lib/retry-list.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import looks from '../../ui/looks.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { matches } from './matches.ts'
import { PeopleList } from './people-list.tsx'
import { type ListKind, peopleQuery } from './people-query.ts'
import { removeFollower } from './tap-follow.ts'

/** Account tab of the member's followers: search, follow back, remove. */
export function OwnFollowers() {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<ShownPerson | null>(null)
  return (
    <>
      <OwnList
        kind="followers"
        label={t('follows.tab.followers')}
        errorTitle={t('modal.followers.errorLoading')}
        empty={{ title: t('follows.own.noFollowers'), hint: t('follows.own.noFollowersHint') }}
        actionOf={(person) => (
          <Button size="sm" variant="ghost" icon={<UserX size={16} />} onClick={() => setLeaving(person)}>
            {t('follows.own.remove')}
          </Button>
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
    />
  )
}

interface OwnListProps {
  kind: ListKind
  label: string
  errorTitle: string
  empty: { title: string; hint: string }
  actionOf?: ((person: ShownPerson) => ReactNode) | undefined
}

function OwnList({ kind, label, errorTitle, empty, actionOf }: OwnListProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const query = useInfiniteQuery(peopleQuery(user?.userId ?? '', kind, FOLLOW_ACCOUNT_PAGE_SIZE))
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } = query
  const usernames = usePeopleList(data?.pages.flatMap((page) => page.usernames) ?? [], kind)
  const [typed, setTyped] = useState('')
  // Pages that are not loaded may match as well. A short list of matches triggers loading the next page.
  const found = usernames.filter((username) => matches(readPerson(username), typed))
  const nobody = { title: t('follows.own.noMatch', { text: typed.trim() }) }
  return (
    <div className={looks.stack4}>
      {(usernames.length > 0 || typed !== '') && (
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
        usernames={found}
        isLoading={isPending}
        isLoadingMore={isFetchingNextPage}
        isRetrying={isFetching}
        hasMore={hasNextPage}
        error={error}
        errorTitle={errorTitle}
        empty={typed.trim() ? nobody : empty}
        onRetry={() => retryList(query)}
        onMore={() => void fetchNextPage()}
        actionOf={actionOf}
      />
    </div>
  )
}

function RemoveFollower({ person, onClose }: { person: ShownPerson | null; onClose: () => void }) {
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
              if (shown) void removeFollower(shown.username)
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
