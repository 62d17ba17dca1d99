import { PreviewCard } from '@base-ui/react/preview-card'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { UserCard as User } from '#contract/users.ts'
import { paths } from '../../lib/paths.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { UserCard } from './user-card.tsx'
import styles from './user-hover.module.css'
import { userQuery } from './user-query.ts'

interface UserHoverProps {
  username: string
  /** What the link shows: the name. */
  children: ReactNode
  /** In the card, beside the name: the follow button. */
  action?: ((user: User) => ReactNode) | undefined
}

/** A person's name that leads to their page, and shows who they are when the pointer or the keyboard rests on it. */
export function UserHover({ username, children, action }: UserHoverProps) {
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger render={<Link to={paths.user(username)} />} delay={350} className={styles.name}>
        {children}
      </PreviewCard.Trigger>
      <PreviewCard.Portal>
        <PreviewCard.Positioner side="top" align="start" sideOffset={8} collisionPadding={12} className={styles.place}>
          <PreviewCard.Popup className={styles.popup}>
            <HoveredUser username={username} action={action} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}

function HoveredUser({ username, action }: Pick<UserHoverProps, 'username' | 'action'>) {
  const { t } = useTranslation()
  const { data: user, isError } = useQuery(userQuery(username))
  if (user) return <UserCard variant="detailed" user={user} action={action?.(user)} />
  if (isError) return <p>{t('users.unreachable')}</p>
  return (
    <div className={styles.waiting}>
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      <Skeleton round width="4rem" height="4rem" />
      <Skeleton width="60%" height="1.25rem" />
      <Skeleton width="90%" height="1rem" />
      <Skeleton width="75%" height="1rem" />
    </div>
  )
}
