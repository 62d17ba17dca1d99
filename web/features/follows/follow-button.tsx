import { UserCheck, UserPlus } from 'lucide-react'
import { isSettled } from '../../entities/optimistic-value.ts'
import { follows, usePerson } from '../../entities/people.ts'
import type { Person } from '../../entities/people-in.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './follow-button.module.css'
import { type Followable, tapFollow, useFollowToggle } from './tap-follow.ts'

interface FollowButtonProps {
  person: Followable
  /** The relation from the card, for a person without a response yet. */
  held?: Partial<Person> | undefined
}

/** Follow button. Hidden on the user's own card. Visitors get the login prompt. */
export function FollowButton({ person, held }: FollowButtonProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { isFollowing, isFollowedBy, displayName } = usePerson(person.username, {
    displayName: person.displayName,
    ...held,
  })
  const { shown, move } = useFollowToggle(person.username, isFollowing)
  const change = follows.use(person.username)?.value
  if (user?.username === person.username) return null
  return (
    <Button
      size="sm"
      variant={shown ? 'secondary' : 'primary'}
      className={styles.button ?? ''}
      data-move={move === null ? undefined : move ? 'on' : 'off'}
      aria-pressed={shown}
      aria-busy={(change && !isSettled(change)) || undefined}
      icon={shown ? <UserCheck size={16} /> : <UserPlus size={16} />}
      onClick={() => tapFollow(person, held)}
    >
      {t(shown ? 'follows.following' : isFollowedBy ? 'follows.followBack' : 'follows.follow')}
      <VisuallyHidden> {displayName}</VisuallyHidden>
    </Button>
  )
}
