import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UserCard as User } from '#contract/people/users.ts'
import { usePerson } from '../../entities/people.ts'
import type { Person as Known } from '../../entities/people-in.ts'
import { formatCompact, formatMonth } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { PersonName } from './person-name.tsx'
import styles from './user-card.module.css'

/** A user's data in lists. The card shows the latest data. */
type Person = Pick<Known, 'displayName' | 'avatarUrl'> & Partial<Known> & { username: string }

/** Which of a user's two lists a count opens. */
export type FollowListKind = 'followers' | 'following'

type UserCardProps =
  | { variant: 'minimal'; user: Person }
  | {
      variant: 'compact'
      user: Person
      /** Follow button next to the name. */
      action?: ReactNode
    }
  | {
      variant: 'detailed'
      user: User
      action?: ReactNode
      /** On the user's own page, the name is the page heading. */
      isPage?: boolean
      /** If set, the counts are buttons that open a list. */
      onList?: ((kind: FollowListKind) => void) | undefined
    }

/** A user: inline in text, as a row, or with all public data. */
export function UserCard(props: UserCardProps) {
  switch (props.variant) {
    case 'minimal':
      return <MinimalCard {...props} />
    case 'compact':
      return <CompactCard {...props} />
    case 'detailed':
      return <DetailedCard {...props} />
  }
}

type Props<V> = Extract<UserCardProps, { variant: V }>

function MinimalCard({ user: { username, ...held } }: Props<'minimal'>) {
  const user = usePerson(username, held)
  return (
    <Link to={paths.user(user.username)} data-person={user.username} className={styles.minimal}>
      <Avatar name={user.displayName} src={user.avatarUrl} size={24} />
      <span className={styles.minimalName}>{user.displayName}</span>
    </Link>
  )
}

function CompactCard({ user: { username, ...held }, action }: Props<'compact'>) {
  const user = usePerson(username, held)
  const { t, language } = useTranslation()
  return (
    <div className={styles.compact}>
      <Avatar name={user.displayName} src={user.avatarUrl} size={44} />
      <div className={styles.who}>
        <PersonName person={user} />
        <span className={styles.facts}>
          <span className={styles.part}>@{user.username}</span>{' '}
          <span className={styles.part}>
            {t('users.followers', { count: user.followersCount, value: formatCompact(user.followersCount, language) })}
          </span>
        </span>
      </div>
      {action}
    </div>
  )
}

function DetailedCard({ user, action, isPage, onList }: Props<'detailed'>) {
  const { t, language } = useTranslation()
  const Name = isPage ? 'h1' : 'p'
  return (
    <div className={styles.detailed} data-page={isPage || undefined}>
      <Avatar name={user.displayName} src={user.avatarUrl} size={isPage ? 96 : 64} />
      <div className={styles.about}>
        <div className={styles.head}>
          <div className={styles.who}>
            <Name className={styles.title}>
              {isPage ? user.displayName : <Link to={paths.user(user.username)}>{user.displayName}</Link>}
            </Name>
            <span className={styles.more}>
              @{user.username}
              {user.viewer?.isFollowedBy && <span className={styles.badge}>{t('users.followsYou')}</span>}
            </span>
          </div>
          {action && <div className={styles.action}>{action}</div>}
        </div>
        {user.bio && <p className={styles.bio}>{user.bio}</p>}
        <Counts user={user} onList={onList} />
        <p className={styles.joined}>
          <CalendarDays size={16} aria-hidden="true" />
          {t('users.joined', { month: formatMonth(user.createdAt, language) })}
        </p>
      </div>
    </div>
  )
}

function Counts({ user, onList }: Pick<Props<'detailed'>, 'user' | 'onList'>) {
  const { t, language } = useTranslation()
  const { followersCount, followingCount, memesCount } = user.stats
  const counts = [
    { count: memesCount, text: t('users.memesCount', { count: memesCount }) },
    { count: followersCount, text: t('users.followersCount', { count: followersCount }), kind: 'followers' as const },
    { count: followingCount, text: t('users.followingCount', { count: followingCount }), kind: 'following' as const },
  ]
  return (
    <ul className={styles.counts}>
      {counts.map(({ count, text, kind }) => {
        const content = (
          <>
            <strong>{formatCompact(count, language)}</strong> {text}
          </>
        )
        return (
          <li key={kind ?? 'memes'}>
            {kind && onList ? (
              <button type="button" className={styles.count} onClick={() => onList(kind)}>
                {content}
              </button>
            ) : (
              <span className={styles.count}>{content}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
