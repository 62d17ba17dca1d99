import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { UserCard as User } from '#contract/people/users.ts'
import { endFollows } from '../../entities/people.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.ts'
import { PersonMenu } from '../users/person-menu.tsx'
import { useLatestUser } from '../users/use-latest-user.ts'
import { type FollowListKind, UserCard } from '../users/user-card.tsx'
import { FollowButton } from './follow-button.tsx'

const FollowsDialog = lazyDialog(() => import('./follows-dialog.tsx').then((module) => module.FollowsDialog), 'modal')

/** Head of a profile: the person, a follow button (or an edit link on one's own profile), and the lists that the counts open. */
export function ProfileHead({ user: answered }: { user: User }) {
  const user = useLatestUser(answered)
  const [list, setList] = useState<FollowListKind | null>(null)
  // Once opened, the dialog stays mounted, so that the closing animation is visible.
  const [wasOpen, setWasOpen] = useState(false)
  const { t } = useTranslation()
  const session = useSession()
  return (
    <>
      <UserCard
        variant="detailed"
        user={user}
        isPage
        action={
          session.user?.userId === user._id ? (
            <ButtonLink to={paths.account()} size="sm" variant="secondary" icon={<Pencil size={16} />}>
              {t('users.profile.edit')}
            </ButtonLink>
          ) : (
            <>
              <FollowButton person={user} held={user.viewer} />
              {session.user && <PersonMenu user={answered} onBlocked={() => endFollows(user.username)} />}
            </>
          )
        }
        onList={(kind) => {
          setWasOpen(true)
          setList(kind)
        }}
      />
      {wasOpen && (
        <Suspense>
          <FollowsDialog user={user} kind={list} onClose={() => setList(null)} />
        </Suspense>
      )}
    </>
  )
}
