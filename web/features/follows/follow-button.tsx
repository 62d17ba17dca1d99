import { UserCheck, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Relationship } from '#contract/people/follows.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './follow-button.module.css'
import { useFollowState, useRelationship } from './follow-store.ts'
import { type Followable, tapFollow, useFollowToggle } from './tap-follow.ts'

interface FollowButtonProps {
  person: Followable
  /** The relation as in the card's response. The button applies later changes on top. */
  held?: Partial<Relationship> | undefined
}

/** Follow button. Hidden on the user's own card. Visitors get the login prompt. */
export function FollowButton({ person, held }: FollowButtonProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { isFollowing, isFollowedBy } = useRelationship(person.username, held)
  const { shown, move } = useFollowToggle(person.username, isFollowing)
  const isBusy = useFollowState((state) => state.loading.has(person.username))
  if (user?.username === person.username) return null
  return (
    <Button
      size="sm"
      variant={shown ? 'secondary' : 'primary'}
      className={styles.button ?? ''}
      data-move={move === null ? undefined : move ? 'on' : 'off'}
      aria-pressed={shown}
      aria-busy={isBusy || undefined}
      icon={shown ? <UserCheck size={16} /> : <UserPlus size={16} />}
      onClick={() => tapFollow(person, held)}
    >
      {t(shown ? 'follows.following' : isFollowedBy ? 'follows.followBack' : 'follows.follow')}
      <VisuallyHidden> {person.displayName}</VisuallyHidden>
    </Button>
  )
}
