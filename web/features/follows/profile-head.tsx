import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserCard as User } from '#contract/people/users.ts'
import { loadTexts } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PersonMenu } from '../users/person-menu.tsx'
import { type FollowListKind, UserCard } from '../users/user-card.tsx'
import { FollowButton } from './follow-button.tsx'
import { noteBlocked } from './follow-store.ts'
import { useCountedUser } from './use-counted-user.ts'

const FollowsDialog = lazy(async () => {
  const [{ FollowsDialog }] = await Promise.all([import('./follows-dialog.tsx'), loadTexts('modal')])
  return { default: FollowsDialog }
})

/** Head of a profile: the person, a follow button (or an edit link on one's own profile), and the lists that the counts open. */
export function ProfileHead({ user: answered }: { user: User }) {
  const user = useCountedUser(answered)
  const [list, setList] = useState<FollowListKind | null>(null)
  // Once opened, the dialog stays mounted, so that the closing animation is visible.
  const [wasOpen, setWasOpen] = useState(false)
  const { t } = useTranslation()
  const session = useSession()
  const { username, displayName, bio, avatarUrl, stats, viewer } = user
  const person = { username, displayName, bio, avatar: avatarUrl, followersCount: stats.followersCount }
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
              <FollowButton person={person} held={viewer} />
              {session.user && <PersonMenu user={answered} onBlocked={() => noteBlocked(username)} />}
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
