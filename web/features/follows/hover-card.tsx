import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { UserCard as User } from '#contract/people/users.ts'
import { useTranslation } from '../../lib/i18n.ts'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useLatestUser } from '../users/use-latest-user.ts'
import { UserCard } from '../users/user-card.tsx'
import { userQuery } from '../users/user-query.ts'
import { FollowButton } from './follow-button.tsx'
import styles from './hover-card.module.css'
import type { NamedPerson } from './watch-names.ts'

/** Above the name if there is room, else below. */
export function HoverCard({ anchor, username }: NamedPerson) {
  const { t } = useTranslation()
  const { data: user, isError } = useQuery(userQuery(username))
  const card = usePosition(anchor)
  return (
    // In the top layer, so that neither modals nor tiles clip it.
    <div ref={card} popover="manual" className={styles.card} data-person-card>
      {user ? <Known user={user} /> : isError ? <p>{t('users.unreachable')}</p> : <Waiting />}
    </div>
  )
}

function Known({ user: answered }: { user: User }) {
  const user = useLatestUser(answered)
  return <UserCard variant="detailed" user={user} action={<FollowButton person={user} held={user.viewer} />} />
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={looks.stack3}>
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      <Skeleton round width="4rem" height="4rem" />
      <Skeleton width="60%" height="1.25rem" />
      <Skeleton width="90%" height="1rem" />
      <Skeleton width="75%" height="1rem" />
    </div>
  )
}

const GAP_PX = 8
const EDGE_PX = 12

function usePosition(anchor: HTMLElement) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return
    element.showPopover()
    const position = () => {
      const name = anchor.getBoundingClientRect()
      const { offsetWidth: width, offsetHeight: height } = element
      const above = name.top - GAP_PX - height
      const left = Math.min(name.left, document.documentElement.clientWidth - EDGE_PX - width)
      element.style.left = `${Math.max(EDGE_PX, left)}px`
      element.style.top = `${above >= EDGE_PX ? above : name.bottom + GAP_PX}px`
    }
    position()
    // Reposition when the person's data arrives and changes the card's size.
    const observer = new ResizeObserver(position)
    observer.observe(element)
    return () => observer.disconnect()
  }, [anchor])
  return card
}
